const NAMES: Readonly<Record<string, string>> = {
  bash: "Run command",
  bash_output: "Read command output",
  bash_kill: "Stop command",
  read: "Read file",
  write: "Write file",
  edit: "Edit file",
  glob: "Find files",
  grep: "Search in files",
  todo_write: "Update to-do list",
  schedule: "Schedule",
  skill: "Use skill",
  ask_user: "Ask",
  task: "Run subagent",
};

/** `mcp__<server>__<tool>`. */
const OF_SERVERS = "mcp__";

/** The name of a tool for people. Tools of MCP servers and of callers keep theirs. */
export function toolName(name: string): string {
  if (name.startsWith(OF_SERVERS)) {
    const [server = "", ...tool] = name.slice(OF_SERVERS.length).split("__");
    return `${server}: ${tool.join("__")}`;
  }
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name;
}
