import { readFile, readlink } from "node:fs/promises";
import { descriptorsOf, processesThatSee } from "./nameless-files.ts";

const ACCESS_MODE = 0o3;

/** What the processes of a workspace are seen to do in a folder: to write there, or only to stand in it. */
export type Presence = "writing" | "standing" | null;

const linkOf = (path: string): Promise<string> => readlink(path).catch(() => "");

async function isOpenForWriting(descriptor: string): Promise<boolean> {
  const info = await readFile(descriptor.replace(/\/fd\/(\d+)$/, "/fdinfo/$1"), "latin1").catch(() => "");
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_MODE) !== 0;
}

/** The files that a process can write to by its memory: their descriptors may be closed. */
async function writableMappings(process: string): Promise<string[]> {
  const maps = await readFile(`${process}/maps`, "utf8").catch(() => "");
  return [...maps.matchAll(/^\S+ .w.s \S+ \S+ \d+ +(\S.*)$/gm)].map(([, path = ""]) => path);
}

/**
 * Whether a process that sees `folder` at `target` has a file open for writing in the folder that it has at `area`, or mapped into memory to write there, or
 * else whether one works in that folder. Where the host does not tell, none does.
 */
export async function worksIn(
  area: string,
  {
    folder,
    target,
    proc = "/proc",
  }: { readonly folder: string; readonly target: string; readonly proc?: string },
): Promise<Presence> {
  let presence: Presence = null;
  const isInside = (path: string) => path === area || path.startsWith(`${area}/`);
  for (const process of await processesThatSee(folder, target, proc)) {
    if (isInside(await linkOf(`${process}/cwd`))) presence = "standing";
    if ((await writableMappings(process)).some(isInside)) return "writing";
    for (const descriptor of await descriptorsOf(process))
      if (isInside(await linkOf(descriptor)) && (await isOpenForWriting(descriptor))) return "writing";
  }
  return presence;
}
