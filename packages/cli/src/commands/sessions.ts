import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import { completeExport } from "../complete-export.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { print, save } from "../local-files.ts";
import { table } from "../output.ts";

const PREVIEW = 60;

interface SessionsFlags {
  readonly workspace: string;
  readonly json?: true;
  readonly limit: number;
}

const EXAMPLES = `
Examples:
  workspace-agent sessions --workspace notes --limit 5
  workspace-agent sessions export ses_01k… archive.ndjson --workspace notes
  workspace-agent sessions export ses_01k… --workspace notes | gzip > archive.ndjson.gz`;

export function addSessions(program: Command, context: Context): void {
  const sessions = program
    .command("sessions")
    .summary("list and export the sessions of a workspace")
    .description("List the sessions of a workspace, newest first.")
    .requiredOption("-w, --workspace <name>", "the workspace, by name or id")
    .option("--limit <count>", "maximum number of sessions", parseCount(1), 50)
    .option("--json", "write one JSON object per line")
    .addHelpText("after", EXAMPLES)
    .action(async ({ workspace, json, limit }: SessionsFlags) => {
      const client = await context.connect();
      const { id } = await findWorkspace(client, workspace);
      const rows: string[][] = [];
      let count = 0;
      for await (const session of client.list("/api/workspaces/{id}/sessions", {
        params: { path: { id } },
      })) {
        if (count++ >= limit) break;
        const { status, stop_reason, last_active_at, preview } = session;
        if (json !== undefined) context.output.out(jsonLine(session));
        else rows.push([session.id, status, stop_reason ?? "", last_active_at, cleanLine(preview, PREVIEW)]);
      }
      context.output.out(table(rows));
    });
  sessions
    .command("export")
    .description(
      "Save a complete session with its images and the sessions of its subagents, one JSON object per line. Without a file, it is written to standard output. An export that was cut off fails.",
    )
    .argument("<session>")
    .argument("[file]")
    .addHelpText("after", EXAMPLES)
    .action(async (session: string, file: string | undefined, _flags: object, command: Command) => {
      const { workspace } = command.optsWithGlobals<SessionsFlags>();
      const client = await context.connect();
      const { id } = await findWorkspace(client, workspace);
      const { response } = await client.api.GET("/api/workspaces/{id}/sessions/{session_id}/export", {
        params: { path: { id, session_id: session } },
        parseAs: "stream",
      });
      const complete = completeExport(response);
      if (file === undefined || file === "-") {
        await print(complete);
        return;
      }
      await save(complete, file);
      context.output.note(`saved ${cleanText(file)}\n`);
    });
}
