import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { CommandError } from "../exit-codes.ts";
import { printTable } from "../print.ts";

const EXAMPLES = `
Examples:
  workspace-agent changes ses_01k… --workspace notes
  workspace-agent changes ses_01k… --workspace notes --patch | git apply`;

const PATH = "/api/workspaces/{id}/sessions/{session_id}/changes";

interface ChangesFlags extends WorkspaceFlag {
  readonly patch?: true;
}

export function addChanges(program: Command, context: Context): void {
  const { out, note, isTerminal } = context.output;
  withJson(withWorkspace(program.command("changes")))
    .summary("show which files a session changed")
    .description(
      "Show which files of the workspace a session changed, with the number of added and deleted lines.",
    )
    .argument("<session>")
    .option("--patch", "write a patch for `git apply` instead")
    .addHelpText("after", EXAMPLES)
    .action(async (session_id: string, flags: ChangesFlags) => {
      const { json, patch } = flags;
      const { client, id } = await inWorkspace(context, flags);
      const params = { path: { id, session_id } };
      if (patch !== undefined && json === undefined) {
        const { response } = await client.api.GET(PATH, {
          params,
          headers: { accept: "text/x-diff" },
          parseAs: "stream",
        });
        const text = await response.text();
        // A file or a pipe gets each byte.
        out(isTerminal ? cleanText(text) : text);
        return;
      }
      const changes = await client.get(PATH, { params });
      if (typeof changes === "string") throw new CommandError("The instance returned no list of changes.");
      if (json !== undefined) {
        out(jsonLine(changes));
        return;
      }
      const rows = changes.files.map(({ path, status, additions, deletions, binary }) => [
        status,
        binary ? "binary" : `+${additions}`,
        binary ? "" : `-${deletions}`,
        cleanLine(path, Infinity),
      ]);
      printTable(context, ["status", "added", "deleted", "path"], rows);
      if (changes.overlapped)
        note("Another session changed files at the same time: its changes are in the list.\n");
    });
}
