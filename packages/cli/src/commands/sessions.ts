import type { Command } from "commander";
import { cleanLine, jsonLine } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { table } from "../output.ts";

const PREVIEW = 60;

interface SessionsFlags {
  readonly workspace: string;
  readonly json?: true;
  readonly limit: number;
}

export function addSessions(program: Command, context: Context): void {
  program
    .command("sessions")
    .summary("list the sessions of a workspace")
    .description("List the sessions of a workspace, newest first.")
    .requiredOption("-w, --workspace <name>", "the workspace, by name or id")
    .option("--limit <count>", "maximum number of sessions", parseCount(1), 50)
    .option("--json", "write one JSON object per line")
    .addHelpText("after", "\nExample:\n  workspace-agent sessions --workspace notes --limit 5")
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
}
