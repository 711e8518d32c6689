import type { Tool } from "./tool.ts";

/** Which providers take. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const OF_SERVERS = "mcp__";

/** A host's own tools, as they may be named: once each, as providers take it, and not like those of MCP servers. Throws an `Error` otherwise. */
export function checkToolNames(tools: readonly Tool[]): void {
  const seen = new Set<string>();
  for (const { name } of tools) {
    if (!NAME.test(name))
      throw new Error(
        `The tool name ${JSON.stringify(name)} has other characters than letters, digits, _ and -, or is too long.`,
      );
    if (name.startsWith(OF_SERVERS))
      throw new Error(`The tool name ${name} begins as those of MCP servers do.`);
    if (seen.has(name)) throw new Error(`There are two tools named ${name}.`);
    seen.add(name);
  }
}
