import type { Snapshot } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import {
  inWorkspace,
  withJson,
  withWorkspace,
  withYes,
  type WorkspaceFlag,
  type YesFlag,
} from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { printDetails, printDone, printList, printMade, type ListFlags } from "../print.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";
import { addSnapshotFiles } from "./snapshot-files.ts";

const EXAMPLES = `
Examples:
  workspace-agent snapshots --workspace notes
  workspace-agent snapshots create --label "before the release" -w notes
  workspace-agent snapshots diff snp_01k… -w notes                   # to the files as they are
  workspace-agent snapshots diff snp_01k… --against snp_01m… -w notes > changes.patch
  workspace-agent snapshots ls snp_01k… src -w notes
  workspace-agent snapshots read snp_01k… src/main.ts -w notes
  workspace-agent snapshots delete snp_01k… -w notes`;

const ALL = "/api/workspaces/{id}/snapshots";
const ONE = "/api/workspaces/{id}/snapshots/{snapshot_id}";

const COLUMNS = {
  head: ["id", "kind", "created", "files", "label or turn"],
  row: ({ id, kind, created_at, files, label, turn_id }: Snapshot) => [
    id,
    kind,
    created_at,
    String(files),
    cleanLine(label ?? turn_id ?? "", 60),
  ],
};

export function addSnapshots(program: Command, context: Context): void {
  const { out } = context.output;
  const snapshots = withJson(withWorkspace(program.command("snapshots")))
    .summary("list, take, compare, read and delete snapshots")
    .description(
      "List the snapshots of a workspace's files, newest first: those that were asked for, automatic ones with their turn, and those before rewinds and forks.",
    )
    .option("--limit <count>", "maximum number of snapshots", parseCount(1), 50)
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ListFlags & WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const query = { limit: Math.min(flags.limit ?? 50, 200) };
      await printList(context, client.list(ALL, { params: { path: { id }, query } }), COLUMNS, flags);
    });
  const onOne = (name: string, description: string) =>
    withJson(withWorkspace(snapshots.command(name)))
      .description(description)
      .argument("<id>");

  withJson(withWorkspace(snapshots.command("create")))
    .description("Take a snapshot and print its id.")
    .option("--label <text>", "what it is called")
    .action(async (flags: WorkspaceFlag & { readonly label?: string }) => {
      const { client, id } = await inWorkspace(context, flags);
      const { label } = flags;
      const body = { ...(label !== undefined && { label }) };
      const made = await client.post(ALL, { params: { path: { id } }, body });
      printMade(context, made, flags.json);
    });
  onOne("get", "Show a snapshot.").action(async (snapshot_id: string, flags: WorkspaceFlag) => {
    const { client, id } = await inWorkspace(context, flags);
    const snapshot = await client.get(ONE, { params: { path: { id, snapshot_id } } });
    printDetails(context, snapshot, flags.json);
  });
  onOne("diff", "Write what changed since a snapshot, as a patch for `git apply`.")
    .option("--against <id>", "to this snapshot; `now` is the files as they are", "now")
    .action(async (snapshot_id: string, flags: WorkspaceFlag & { readonly against: string }) => {
      const { against, json } = flags;
      const { client, id } = await inWorkspace(context, flags);
      const params = { path: { id, snapshot_id }, query: { against } };
      if (json !== undefined) {
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
  withYes(
    onOne("delete", "Delete a snapshot, after confirmation. The files of the workspace stay as they are."),
  ).action(async (snapshot_id: string, flags: WorkspaceFlag & YesFlag) => {
    const { yes = false, json } = flags;
    const { prompt } = context;
    checkConfirmable(prompt, yes);
    const { client, id } = await inWorkspace(context, flags);
    await confirmDeletion(prompt, yes, `the snapshot ${cleanText(snapshot_id)}`);
    await client.delete(ONE, { params: { path: { id, snapshot_id } } });
    printDone(context, `deleted ${cleanText(snapshot_id)}`, { deleted: snapshot_id }, json);
  });
  addSnapshotFiles(snapshots, context);
}
