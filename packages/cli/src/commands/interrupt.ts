import type { Command } from "commander";
import { cleanText } from "../clean-text.ts";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { printDone } from "../print.ts";

export function addInterrupt(program: Command, context: Context): void {
  withJson(withWorkspace(program.command("interrupt")))
    .summary("interrupt the running turn of a session")
    .description(
      "Interrupt the running turn of a session and end all its processes. The transcript and the files stay. Queued turns run.",
    )
    .argument("<session>")
    .addHelpText("after", "\nExample:\n  workspace-agent interrupt ses_01k… --workspace notes")
    .action(async (session_id: string, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const answer = await client.post("/api/workspaces/{id}/sessions/{session_id}/interrupt", {
        params: { path: { id, session_id } },
        body: {},
      });
      const session = cleanText(session_id);
      const done = answer.interrupted ? `interrupted ${session}` : `nothing runs in ${session}`;
      printDone(context, done, answer, flags.json);
    });
}
