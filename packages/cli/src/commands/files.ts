import { basename } from "node:path";
import type { Command } from "commander";
import { cleanText } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { fetchInto, print, save, upload } from "../local-files.ts";
import { table } from "../output.ts";

const EXAMPLES = `
Examples:
  workspace-agent files ls --workspace notes
  workspace-agent files put report.md docs/report.md --workspace notes
  workspace-agent files get docs --workspace notes          # a folder with its content
  workspace-agent files get docs/report.md - -w notes       # to standard output
  workspace-agent files zip docs docs.zip --workspace notes # the folder as one file
  workspace-agent files ls shared --workspace notes --shared

--shared selects the volume that all workspaces mount at /mnt/afs.`;

interface FilesFlags {
  readonly workspace: string;
  readonly shared?: true;
  readonly recursive?: true;
}

export function addFiles(program: Command, context: Context): void {
  const files = program
    .command("files")
    .summary("list, download and upload files of a workspace")
    .description("Work with the files of a workspace, whether or not its sandbox is running.")
    .addHelpText("after", EXAMPLES);
  const filesOf = async ({ workspace, shared }: FilesFlags) => {
    const client = await context.connect();
    const { id } = await findWorkspace(client, workspace);
    return client.files(id, shared === undefined ? "own" : "shared");
  };
  const add = (name: string) =>
    files
      .command(name)
      .requiredOption("-w, --workspace <name>", "the workspace, by name or id")
      .option("--shared", "the shared volume");
  add("ls")
    .description("List a folder.")
    .argument("[path]", "the folder; default: the root", "")
    .option("-r, --recursive", "include subfolders")
    .action(async (path: string, flags: FilesFlags) => {
      const found = await (await filesOf(flags)).list(path, { recursive: flags.recursive ?? false });
      const rows = found.entries.map((entry) => [
        entry.type,
        String(entry.size),
        entry.mtime,
        cleanText(entry.path),
      ]);
      context.output.out(table(rows));
      if (found.truncated) context.output.note("More entries exist than are shown.\n");
    });
  add("get")
    .description(
      "Download a file, or a folder with its content. Use - as the local path to write a file to standard output.",
    )
    .argument("<path>")
    .argument("[local]")
    .action(async (path: string, local: string | undefined, flags: FilesFlags) => {
      const volume = await filesOf(flags);
      if (local === "-") await print(await volume.read(path));
      else await fetchInto(volume, path, local ?? basename(path), context);
    });
  add("zip")
    .description(
      "Download a folder of any size as one zip. Use - as the local path to write it to standard output.",
    )
    .argument("<path>")
    .argument("<local>")
    .action(async (path: string, local: string, flags: FilesFlags) => {
      const response = await (await filesOf(flags)).zip(path);
      if (local === "-") {
        await print(response);
        return;
      }
      await save(response, local);
      context.output.note(`downloaded ${cleanText(local)}\n`);
    });
  add("put")
    .description("Upload a file, or a folder with its content.")
    .argument("<local>")
    .argument("[path]")
    .action(async (local: string, path: string | undefined, flags: FilesFlags) => {
      for (const written of await upload(await filesOf(flags), local, path ?? basename(local))) {
        context.output.note(`uploaded ${cleanText(written)}\n`);
      }
    });
}
