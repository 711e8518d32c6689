import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Command } from "commander";
import { loadItems } from "../bulk-load.ts";
import type { Context } from "../context.ts";
import { CommandError, EXIT } from "../exit-codes.ts";

const EXECUTABLE = 0o111;

async function isSkill(folder: string): Promise<boolean> {
  return await stat(join(folder, "SKILL.md")).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The skills of a folder: itself, or the folders in it. */
async function skillFolders(folder: string): Promise<readonly string[]> {
  if (await isSkill(folder)) return [folder];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const found: string[] = [];
  for (const each of folders) if (await isSkill(each)) found.push(each);
  if (found.length === 0)
    throw new CommandError(`${folder} is no skill and holds none: SKILL.md is missing.`, EXIT.usage);
  return found.sort();
}

/** A skill as the library takes it. Links are left out: what they lead to is not part of the folder. */
async function skillOf(folder: string): Promise<object> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: object[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const local = join(entry.parentPath, entry.name);
    const path = relative(folder, local).split(sep).join("/");
    const { mode } = await stat(local);
    const content_base64 = (await readFile(local)).toString("base64");
    files.push({ path, content_base64, ...((mode & EXECUTABLE) !== 0 && { executable: true }) });
  }
  return { files };
}

export function addSkills(program: Command, context: Context): void {
  const skills = program
    .command("skills")
    .summary("send skills to the library")
    .description("Skills of the library.");
  skills
    .command("push")
    .description("Sends a skill (a folder with SKILL.md) or a folder of skills to the library.")
    .argument("<folder>")
    .option("--dry-run", "write nothing, and tell what would be done")
    .addHelpText("after", "\nExample:\n  workspace-agent skills push ./skills")
    .action(async (folder: string, { dryRun }: { readonly dryRun?: true }) => {
      const items: object[] = [];
      for (const each of await skillFolders(folder)) items.push(await skillOf(each));
      const options = { kind: "skills", atomic: false, dryRun: dryRun ?? false } as const;
      const summary = await loadItems(await context.connect(), items, options, context.output);
      const { created, updated, unchanged, errors } = summary;
      context.output.out(
        `${created} created, ${updated} updated, ${unchanged} unchanged, ${errors} refused\n`,
      );
      if (errors > 0) context.exitWith(EXIT.failed);
    });
}
