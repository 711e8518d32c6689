import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The texts of the files below a folder, by their paths. */
export async function textsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), await readFile(path, "utf8")] as const;
    });
  return Object.fromEntries(await Promise.all(texts));
}
