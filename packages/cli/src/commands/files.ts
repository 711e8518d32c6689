import { basename } from "node:path";
import type { Command } from "commander";
import { cleanText } from "../clean-text.ts";
import {
  inWorkspace,
  withJson,
  withWorkspace,
  withYes,
  type WorkspaceFlag,
  type YesFlag,
} from "../command-options.ts";
import type { Context } from "../context.ts";
import { fetchInto, sendLocal, upload, writeBytes } from "../local-files.ts";
import { printDetails, printDone } from "../print.ts";
import { printListing } from "../print-listing.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";

const EXAMPLES = `
Examples:
  workspace-agent files ls --workspace notes
  workspace-agent files put report.md docs/report.md --workspace notes
  workspace-agent files get docs --workspace notes          # a folder with its content
  workspace-agent files get docs/report.md - -w notes       # to standard output
  workspace-agent files zip docs docs.zip --workspace notes # the folder as one file
  workspace-agent files unpack sources.zip src -w notes     # a .zip or .tar.gz into a folder
  workspace-agent files mv src old-src --workspace notes
  workspace-agent files rm old-src --workspace notes        # asks for confirmation
  workspace-agent files ls shared --workspace notes --shared

--shared selects the volume that all workspaces mount at /mnt/afs.`;

interface FilesFlags extends WorkspaceFlag {
  readonly shared?: true;
}

export function addFiles(program: Command, context: Context): void {
  const files = program
    .command("files")
    .summary("list, download, upload, move and delete files of a workspace")
    .description("Work with the files of a workspace, whether or not its sandbox is running.")
    .addHelpText("after", EXAMPLES);
  const volumeOf = async (flags: FilesFlags) => {
    const { client, id } = await inWorkspace(context, flags);
    return client.files(id, flags.shared === undefined ? "own" : "shared");
  };
  const add = (name: string) => withWorkspace(files.command(name)).option("--shared", "the shared volume");

  withJson(add("ls"))
    .description("List a folder.")
    .argument("[path]", "the folder; default: the root", "")
    .option("-r, --recursive", "include subfolders")
    .option("--name <text>", "only entries whose name contains this text")
    .action(
      async (path: string, flags: FilesFlags & { readonly recursive?: true; readonly name?: string }) => {
        const { recursive = false, name } = flags;
        const volume = await volumeOf(flags);
        const found = await volume.list(path, { recursive, ...(name !== undefined && { q: name }) });
        await printListing(context, found, flags);
      },
    );
  add("get")
    .description(
      "Download a file, or a folder with its content. Use - as the local path to write a file to standard output.",
    )
    .argument("<path>")
    .argument("[local]")
    .action(async (path: string, local: string | undefined, flags: FilesFlags) => {
      const volume = await volumeOf(flags);
      if (local === "-") await writeBytes(await volume.read(path), local, context);
      else await fetchInto(volume, path, local ?? basename(path), context);
    });
  add("zip")
    .description(
      "Download a folder of any size as one zip. Use - as the local path to write it to standard output.",
    )
    .argument("<path>")
    .argument("<local>")
    .action(async (path: string, local: string, flags: FilesFlags) => {
      await writeBytes(await (await volumeOf(flags)).zip(path), local, context);
    });
  withJson(add("put"))
    .description(
      "Upload a file, or the files of a folder. `unpack` also keeps executable bits, links and empty folders.",
    )
    .argument("<local>")
    .argument("[path]")
    .action(async (local: string, path: string | undefined, flags: FilesFlags) => {
      const volume = await volumeOf(flags);
      for (const written of await upload(volume, local, path ?? basename(local), context)) {
        printDone(context, `uploaded ${cleanText(written)}`, { path: written }, flags.json);
      }
    });
  withJson(add("unpack"))
    .description("Unpack a .zip or .tar.gz of this computer into a folder of the workspace.")
    .argument("<archive>")
    .argument("[path]", "the folder; default: the root", "")
    .action(async (archive: string, path: string, flags: FilesFlags) => {
      const type = archive.toLowerCase().endsWith(".zip") ? "application/zip" : "application/gzip";
      const volume = await volumeOf(flags);
      const unpacked = await sendLocal(archive, async (body) => await volume.unpack(path, body, type));
      printDetails(context, unpacked, flags.json);
    });
  withJson(add("mkdir"))
    .description("Make a folder.")
    .argument("<path>")
    .action(async (path: string, flags: FilesFlags) => {
      const made = await (await volumeOf(flags)).makeDirectory(path);
      printDone(context, `made ${cleanText(made.path)}`, made, flags.json);
    });
  withJson(add("mv"))
    .description("Move or rename a file or folder.")
    .argument("<from>")
    .argument("<to>", "the complete new path")
    .option("--overwrite", "replace a file that is there")
    .action(async (from: string, to: string, flags: FilesFlags & { readonly overwrite?: true }) => {
      const { overwrite = false } = flags;
      const moved = await (await volumeOf(flags)).move(from, to, { overwrite });
      printDone(context, `moved ${cleanText(from)} to ${cleanText(moved.path)}`, moved, flags.json);
    });
  withYes(withJson(add("rm")))
    .description("Delete a file, or a folder with its content, after confirmation.")
    .argument("<path>")
    .action(async (path: string, flags: FilesFlags & YesFlag) => {
      const { yes = false, json } = flags;
      checkConfirmable(context.prompt, yes);
      const volume = await volumeOf(flags);
      await confirmDeletion(context.prompt, yes, cleanText(path));
      await volume.remove(path);
      printDone(context, `deleted ${cleanText(path)}`, { deleted: path }, json);
    });
}
