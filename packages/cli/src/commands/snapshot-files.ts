import type { Command } from "commander";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { writeBytes } from "../local-files.ts";
import { printListing } from "../print-listing.ts";

const ONE = "/api/workspaces/{id}/snapshots/{snapshot_id}";

/** The commands that read the files of a snapshot. */
export function addSnapshotFiles(snapshots: Command, context: Context): void {
  withJson(withWorkspace(snapshots.command("ls")))
    .description("List a folder of a snapshot.")
    .argument("<id>")
    .argument("[path]", "the folder; default: the root", "")
    .option("-r, --recursive", "include subfolders")
    .action(
      async (snapshot_id: string, path: string, flags: WorkspaceFlag & { readonly recursive?: true }) => {
        const { recursive = false } = flags;
        const { client, id } = await inWorkspace(context, flags);
        const params = { path: { id, snapshot_id }, query: { path, recursive } };
        const found = await client.get(`${ONE}/dirs`, { params });
        await printListing(context, found, flags);
      },
    );
  withWorkspace(snapshots.command("read"))
    .description("Save a file of a snapshot. Without a local path, it is written to standard output.")
    .argument("<id>")
    .argument("<path>")
    .argument("[local]")
    .action(async (snapshot_id: string, path: string, local: string | undefined, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const { response } = await client.api.GET(`${ONE}/files`, {
        params: { path: { id, snapshot_id }, query: { path } },
        parseAs: "stream",
      });
      await writeBytes(response, local, context);
    });
  withWorkspace(snapshots.command("zip"))
    .description(
      "Save a folder of a snapshot as one zip. Use - as the local path to write it to standard output.",
    )
    .argument("<id>")
    .argument("<path>", 'the folder; "" is the root')
    .argument("<local>")
    .action(async (snapshot_id: string, path: string, local: string, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const { response } = await client.api.GET(`${ONE}/zip`, {
        params: { path: { id, snapshot_id }, query: { path } },
        parseAs: "stream",
      });
      await writeBytes(response, local, context);
    });
}
