import type { Turn } from "@workspace-agent/client";
import type { Command } from "commander";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import { completeExport } from "../complete-export.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { writeBytes } from "../local-files.ts";
import { printDetails, printList, type ListFlags } from "../print.ts";

const ONE = "/api/workspaces/{id}/sessions/{session_id}";

const COLUMNS = {
  head: ["id", "status", "ended", "queued", "steps", "calls", "cost"],
  row: ({ id, status, stop_reason, queued_at, stats }: Turn) => [
    id,
    status,
    stop_reason ?? "",
    queued_at,
    String(stats.steps),
    String(stats.tool_calls),
    stats.cost_usd === null ? "?" : `$${stats.cost_usd.toFixed(2)}`,
  ],
};

/** The commands that read parts of a session. */
export function addSessionParts(sessions: Command, context: Context): void {
  withJson(withWorkspace(sessions.command("turns")))
    .description("List the turns of a session, newest first.")
    .argument("<session>")
    .option("--limit <count>", "maximum number of turns", parseCount(1), 50)
    .action(async (session_id: string, flags: ListFlags & WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const list = client.list(`${ONE}/turns`, { params: { path: { id, session_id } } });
      await printList(context, list, COLUMNS, flags);
    });
  withJson(withWorkspace(sessions.command("turn")))
    .description("Show a turn.")
    .argument("<session>")
    .argument("<turn>")
    .option(
      "--wait <seconds>",
      "wait up to so many seconds until the turn ends or waits for a person",
      parseCount(0),
    )
    .action(
      async (session_id: string, turn_id: string, flags: WorkspaceFlag & { readonly wait?: number }) => {
        const { wait, json } = flags;
        const { client, id } = await inWorkspace(context, flags);
        const params = { path: { id, session_id, turn_id }, query: wait === undefined ? {} : { wait } };
        const turn = await client.get(`${ONE}/turns/{turn_id}`, { params });
        printDetails(context, turn, json);
      },
    );
  withWorkspace(sessions.command("export"))
    .description(
      "Save a complete session with its images and the sessions of its subagents, one JSON object per line. Without a file, it is written to standard output. An export that was cut off fails.",
    )
    .argument("<session>")
    .argument("[file]")
    .action(async (session_id: string, file: string | undefined, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const { response } = await client.api.GET(`${ONE}/export`, {
        params: { path: { id, session_id } },
        parseAs: "stream",
      });
      await writeBytes(completeExport(response), file, context);
    });
  withWorkspace(sessions.command("image"))
    .description("Save an image of a session. Without a file, it is written to standard output.")
    .argument("<session>")
    .argument("<image>", "the id of the image, which is `blob` in a message")
    .argument("[file]")
    .action(async (session_id: string, image_id: string, file: string | undefined, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const { response } = await client.api.GET(`${ONE}/images/{image_id}`, {
        params: { path: { id, session_id, image_id } },
        parseAs: "stream",
      });
      await writeBytes(response, file, context);
    });
  withWorkspace(sessions.command("output"))
    .description(
      "Save the complete output of a tool call that was shortened. Without a file, it is written to standard output.",
    )
    .argument("<output>", "the id that the shortened output names")
    .argument("[file]")
    .action(async (output_id: string, file: string | undefined, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const { response } = await client.api.GET("/api/workspaces/{id}/outputs/{output_id}", {
        params: { path: { id, output_id } },
        parseAs: "stream",
      });
      await writeBytes(response, file, context);
    });
}
