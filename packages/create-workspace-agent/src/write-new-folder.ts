import { mkdir, open, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ProjectError } from "./project-error.ts";

type Undo = () => Promise<void>;

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** Makes a folder and the missing ones above it. */
async function makeFolder(folder: string, undo: Undo[]): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder), undo);
    await mkdir(folder);
  }
  undo.push(() => rmdir(folder));
}

async function writeNewFile(path: string, text: string, undo: Undo[]): Promise<void> {
  const file = await open(path, "wx");
  undo.push(() => rm(path));
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** Writes files into a new or an empty folder. An error leaves everything as it was. */
export async function writeNewFolder(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const undo: Undo[] = [];
  try {
    await makeFolder(folder, undo);
    if ((await readdir(folder)).length > 0)
      throw new ProjectError(`The folder ${folder} is not empty. Choose a new or an empty one.`);
    for (const [name, text] of Object.entries(files)) await writeNewFile(join(folder, name), text, undo);
  } catch (error) {
    // A folder into which somebody else wrote in the meantime stays.
    for (const step of undo.reverse()) await step().catch(() => {});
    throw error;
  }
}
