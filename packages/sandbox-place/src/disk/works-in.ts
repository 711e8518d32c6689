import { readFile, readlink } from "node:fs/promises";
import { descriptorsOf, processesThatSee } from "./nameless-files.ts";

const ACCESS_MODE = 0o3;

const linkOf = (path: string): Promise<string> => readlink(path).catch(() => "");

async function isOpenForWriting(descriptor: string): Promise<boolean> {
  const info = await readFile(descriptor.replace(/\/fd\/(\d+)$/, "/fdinfo/$1"), "latin1").catch(() => "");
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_MODE) !== 0;
}

/**
 * Whether a process that sees `folder` at `target` works in the folder that it has at `area`, or has a file there open for writing. Where the host does
 * not tell, none does.
 */
export async function worksIn(
  area: string,
  {
    folder,
    target,
    proc = "/proc",
  }: { readonly folder: string; readonly target: string; readonly proc?: string },
): Promise<boolean> {
  const isInside = (path: string) => path === area || path.startsWith(`${area}/`);
  for (const process of await processesThatSee(folder, target, proc)) {
    if (isInside(await linkOf(`${process}/cwd`))) return true;
    for (const descriptor of await descriptorsOf(process))
      if (isInside(await linkOf(descriptor)) && (await isOpenForWriting(descriptor))) return true;
  }
  return false;
}
