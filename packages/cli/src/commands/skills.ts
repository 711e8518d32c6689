import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { Command } from "commander";
import { loadItems } from "../bulk-load.ts";
import { jsonLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { EXIT, wrongUse } from "../exit-codes.ts";
import { writeBytes } from "../local-files.ts";

const EXECUTABLE = 0o111;
/** Folders that are not searched. */
const SKIPPED = [".git", "node_modules"];

async function isSkill(folder: string): Promise<boolean> {
  return await stat(join(folder, "SKILL.md")).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The skill folders below a folder, at any depth. A skill inside another skill belongs to that one. */
async function foldersBelow(folder: string): Promise<readonly string[]> {
  if (await isSkill(folder)) return [folder];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !SKIPPED.includes(entry.name));
  const found: string[] = [];
  for (const { name } of folders) found.push(...(await foldersBelow(join(folder, name))));
  return found;
}

async function skillFolders(folder: string): Promise<readonly string[]> {
  const found = await foldersBelow(folder);
  if (found.length === 0) throw wrongUse(`${folder} contains no skill: SKILL.md is missing.`);
  return [...found].sort();
}

/** A skill for the library, with the name of its folder. Links are left out, since their targets are not part of the folder. */
async function skillOf(folder: string): Promise<object> {
  const name = basename(resolve(folder));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: object[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const local = join(entry.parentPath, entry.name);
    const path = [name, ...relative(folder, local).split(sep)].join("/");
    const { mode } = await stat(local);
    const content_base64 = (await readFile(local)).toString("base64");
    files.push({ path, content_base64, ...((mode & EXECUTABLE) !== 0 && { executable: true }) });
  }
  return { files };
}

const EXAMPLES = `
Examples:
  workspace-agent skills push ./skills
  workspace-agent skills read pdf SKILL.md
  workspace-agent skills pull pdf pdf.tar.gz`;

export function addSkills(program: Command, context: Context): void {
  const skills = program
    .command("skills")
    .summary("upload, read and download skills of the library")
    .description("Manage the skills of the library. `library` lists, deletes and restores them.")
    .addHelpText("after", EXAMPLES);
  withJson(skills.command("push"))
    .description("Upload a skill (a folder with SKILL.md), or all skills below a folder.")
    .argument("<folder>")
    .option("--dry-run", "report what would happen without writing anything")
    .addHelpText("after", EXAMPLES)
    .action(async (folder: string, { dryRun, json }: JsonFlag & { readonly dryRun?: true }) => {
      const items: object[] = [];
      for (const each of await skillFolders(folder)) items.push(await skillOf(each));
      const options = { kind: "skills", atomic: false, dryRun: dryRun ?? false } as const;
      const summary = await loadItems(await context.connect(), items, options, context.output);
      const { created, updated, unchanged, errors } = summary;
      context.output.out(
        json === undefined
          ? `${created} created, ${updated} updated, ${unchanged} unchanged, ${errors} refused\n`
          : jsonLine(summary),
      );
      if (errors > 0) context.exitWith(EXIT.failed);
    });
  skills
    .command("read")
    .description("Save a file of a skill. Without a local path, it is written to standard output.")
    .argument("<skill>", "the name or id")
    .argument("<path>", "the path in the skill, such as SKILL.md")
    .argument("[local]")
    .action(async (ref: string, path: string, local: string | undefined) => {
      const client = await context.connect();
      const { response } = await client.api.GET("/api/skills/{ref}/files", {
        params: { path: { ref }, query: { path } },
        parseAs: "stream",
      });
      await writeBytes(response, local, context);
    });
  skills
    .command("pull")
    .description("Download a skill as a .tar.gz. Without a local path, it is written to standard output.")
    .argument("<skill>", "the name or id")
    .argument("[local]")
    .action(async (ref: string, local: string | undefined) => {
      const client = await context.connect();
      const { response } = await client.api.GET("/api/skills/{ref}/package", {
        params: { path: { ref } },
        parseAs: "stream",
      });
      await writeBytes(response, local, context);
    });
}
