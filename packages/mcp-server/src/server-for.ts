import { McpServer } from "@modelcontextprotocol/server";
import { servePrompts } from "./library/prompts.ts";
import { serveSkills } from "./library/skills.ts";
import type { McpCall } from "@workspace-agent/core";
import { serveTools } from "./tools/serve-tools.ts";

const INSTRUCTIONS = `Hosted agents work in workspaces: folders with a sandbox, on another machine. Use them for tasks that take long or should not run here.

1. Call create_workspace once per project and remember its id.
2. Use write_file for the files that the task needs; the agent sees the same files.
3. Call start_task with a self-contained message: the agent knows neither this conversation nor this machine. The task continues whether or not anybody waits for it.
4. Call get_task with wait until its status is completed, failed or interrupted. If the status is waiting, a person must answer: show them pending_requests and send their answer with answer_request.
5. Read final_message for the result, read_transcript for the steps, read_file for created files. start_task with the session_id continues the same conversation.

Every error has a code and says what to do.`;

/** A server for one request, with what the principal may do. */
export function serverFor(call: McpCall): McpServer {
  const server = new McpServer(
    { name: "workspace-agent", title: "Workspace Agent", version: call.service.instance.version },
    { instructions: INSTRUCTIONS },
  );
  serveTools(server, call);
  // Principals that are bound to workspaces cannot access the library.
  if (call.principal.scopes.includes("library:read") && call.principal.workspace_ids === null) {
    servePrompts(server, call);
    serveSkills(server, call);
  }
  return server;
}
