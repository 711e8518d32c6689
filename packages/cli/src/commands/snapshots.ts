import type { Snapshot } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { table } from "../output.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";

const EXAMPLES = `
Examples:
  workspace-agent snapshots --workspace notes
  workspace-agent snapshots create --label "before the release" -w notes
  workspace-agent snapshots diff snp_01k… -w notes                   # to the files as they are
  workspace-agent snapshots diff snp_01k… --against snp_01m… -w notes > changes.patch
  workspace-agent snapshots delete snp_01k… -w notes`;

const ALL = "/api/workspaces/{id}/snapshots";
const ONE = "/api/workspaces/{id}/snapshots/{snapshot_id}";

interface SnapshotsFlags {
  readonly workspace: string;
  readonly limit: number;
  readonly json?: true;
}

function rowOf({ id, kind, created_at, files, label, turn_id }: Snapshot): readonly string[] {
  return [id, kind, created_at, `${files} files`, cleanLine(label ?? turn_id ?? "", 60)];
}

export function addSnapshots(program: Command, context: Context): void {
  const { out, note } = context.output;
  const snapshots = program
    .command("snapshots")
    .summary("list, take, compare and delete snapshots")
    .description(
      "List the snapshots of a workspace's files, newest first: those that were asked for, automatic ones with their turn, and those before rewinds and forks.",
    )
    .requiredOption("-w, --workspace <name>", "the workspace, by name or id")
    .option("--limit <count>", "maximum number of snapshots", parseCount(1), 50)
    .option("--json", "write one JSON object per line")
    .addHelpText("after", EXAMPLES)
    .action(async ({ limit, json }: SnapshotsFlags) => {
      const { client, id } = await connected();
      const rows: (readonly string[])[] = [];
      let count = 0;
      const query = { limit: Math.min(limit, 200) };
      for await (const snapshot of client.list(ALL, { params: { path: { id }, query } })) {
        if (count++ >= limit) break;
        if (json !== undefined) out(jsonLine(snapshot));
        else rows.push(rowOf(snapshot));
      }
      out(table(rows));
    });
  const options = (): SnapshotsFlags => snapshots.opts();

  const connected = async () => {
    const client = await context.connect();
    const { id } = await findWorkspace(client, options().workspace);
    return { client, id };
  };

  snapshots
    .command("create")
    .description("Take a snapshot and print its id.")
    .option("--label <text>", "what it is called")
    .action(async ({ label }: { readonly label?: string }) => {
      const { client, id } = await connected();
      const made = await client.post(ALL, {
        params: { path: { id } },
        body: { ...(label !== undefined && { label }) },
      });
      out(options().json === undefined ? `${made.id}\n` : jsonLine(made));
    });
  snapshots
    .command("get")
    .description("Show a snapshot.")
    .argument("<id>")
    .action(async (snapshot_id: string) => {
      const { client, id } = await connected();
      const snapshot = await client.get(ONE, { params: { path: { id, snapshot_id } } });
      out(options().json === undefined ? table([rowOf(snapshot)]) : jsonLine(snapshot));
    });
  snapshots
    .command("diff")
    .description("Write what changed since a snapshot, as a patch for `git apply`.")
    .argument("<id>")
    .option("--against <id>", "to this snapshot; `now` is the files as they are", "now")
    .action(async (snapshot_id: string, { against }: { readonly against: string }) => {
      const { client, id } = await connected();
      const params = { path: { id, snapshot_id }, query: { against } };
      if (options().json !== undefined) {
        out(jsonLine(await client.get(`${ONE}/diff`, { params })));
        return;
      }
      const { response } = await client.api.GET(`${ONE}/diff`, {
        params,
        headers: { accept: "text/x-diff" },
        parseAs: "stream",
      });
      const patch = await response.text();
      // A file or a pipe gets each byte.
      out(context.output.isTerminal ? cleanText(patch) : patch);
    });
  snapshots
    .command("delete")
    .description("Delete a snapshot, after confirmation. The files of the workspace stay as they are.")
    .argument("<id>")
    .option("-y, --yes", "skip the confirmation")
    .action(async (snapshot_id: string, { yes = false }: { readonly yes?: boolean }) => {
      const { prompt } = context;
      checkConfirmable(prompt, yes);
      const { client, id } = await connected();
      await confirmDeletion(prompt, yes, `the snapshot ${cleanText(snapshot_id)}`);
      await client.delete(ONE, { params: { path: { id, snapshot_id } } });
      note(`deleted ${cleanText(snapshot_id)}\n`);
    });
}
