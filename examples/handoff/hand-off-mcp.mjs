// Gives a long task to a hosted agent over the Model Context Protocol, with the tools that a local agent uses:
// creates a workspace, starts the task, waits with progress, and prints the agent's final message. The task continues
// if this program ends; its first line names the task, and `… get` waits for it again.
//
//   WORKSPACE_AGENT_URL=… WORKSPACE_AGENT_TOKEN=… node hand-off-mcp.mjs start WORKSPACE_NAME TASK_FILE
//   … node hand-off-mcp.mjs get WORKSPACE_ID SESSION_ID
import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const [command, first, second] = process.argv.slice(2);
const { WORKSPACE_AGENT_URL: url, WORKSPACE_AGENT_TOKEN: token } = process.env;
if (!url || !token || !second || !["start", "get"].includes(command)) {
  console.error("start WORKSPACE_NAME TASK_FILE, or get WORKSPACE_ID SESSION_ID");
  process.exit(2);
}

const client = new Client({ name: "hand-off", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${url.replace(/\/$/, "")}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  }),
);

/** The result of a tool. The text of a failed call says what is wrong and what to do. */
async function use(name, args, options) {
  const result = await client.callTool({ name, arguments: args }, options);
  if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`);
  return result.structuredContent;
}

async function start(name, file) {
  const { id } = await use("create_workspace", { name });
  return await use("start_task", { workspace_id: id, message: await readFile(file, "utf8") });
}

/** Waits for the end, or until a person is needed; each call waits for less than the minute after which clients give up. */
async function settled({ workspace_id, session_id }) {
  for (;;) {
    const onprogress = ({ message }) => console.error(message);
    const task = await use("get_task", { workspace_id, session_id, wait: 50 }, { onprogress });
    if (task.status !== "queued" && task.status !== "running") return task;
  }
}

try {
  const task = command === "start" ? await start(first, second) : { workspace_id: first, session_id: second };
  console.log(`${task.workspace_id} ${task.session_id}`);
  const { status, stop_reason, final_message, pending_requests } = await settled(task);
  console.log(`${status}: ${stop_reason ?? pending_requests.map(({ prompt }) => prompt).join("; ")}`);
  if (final_message !== null) console.log(final_message);
  process.exitCode = status === "completed" && stop_reason === "end_turn" ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await client.close();
}
