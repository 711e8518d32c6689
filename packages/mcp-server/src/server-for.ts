import { McpServer } from "@modelcontextprotocol/server";
import { servePrompts } from "./library/prompts.ts";
import { serveSkills } from "./library/skills.ts";
import type { McpCall } from "./mcp-call.ts";
import { serveTools } from "./tools/serve-tools.ts";

const INSTRUCTIONS = `Hosted agents work in workspaces: folders with a sandbox, on another machine. Hand over what takes long or should not run here.

1. create_workspace once for a project; keep its id.
2. write_file what the task needs; the agent sees the same files.
3. start_task with a message that stands by itself: the agent knows neither this conversation nor this machine. It goes on whoever watches.
4. get_task with wait until its status is completed, failed or interrupted. Status waiting: a person is asked; show them pending_requests and pass on what they say with answer_request.
5. Read final_message, read_transcript for how it came to it, read_file for what it made. start_task with the session_id goes on in the same conversation.

Every error names a code and what to do.`;

/** A server for one request: it shows and does what the principal may. */
export function serverFor(call: McpCall): McpServer {
  const server = new McpServer(
    { name: "workspace-agent", title: "Workspace Agent", version: call.service.instance.version },
    { instructions: INSTRUCTIONS },
  );
  serveTools(server, call);
  // Who is bound to workspaces finds nothing of the library.
  if (call.principal.scopes.includes("library:read") && call.principal.workspace_ids === null) {
    servePrompts(server, call);
    serveSkills(server, call);
  }
  return server;
}
