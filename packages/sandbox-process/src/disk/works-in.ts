import { readFile, readlink } from "node:fs/promises";
import { descriptorsOf, processesThatSee } from "./nameless-files.ts";

const ACCESS_MODE = 0o3;

/** What the processes of a workspace do in a folder: they write there, or only have it as working directory. */
export type Presence = "writing" | "standing" | null;

const linkOf = (path: string): Promise<string> => readlink(path).catch(() => "");

async function isOpenForWriting(descriptor: string): Promise<boolean> {
  const info = await readFile(descriptor.replace(/\/fd\/(\d+)$/, "/fdinfo/$1"), "latin1").catch(() => "");
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_MODE) !== 0;
}

/** The files that a process can write to through its memory. Their descriptors may be closed. */
async function writableMappings(process: string): Promise<string[]> {
  const maps = await readFile(`${process}/maps`, "utf8").catch(() => "");
  return [...maps.matchAll(/^\S+ .w.s \S+ \S+ \d+ +(\S.*)$/gm)].map(([, path = ""]) => path);
}

/**
 * What the processes that see `folder` at `target` do in the folder that they see at `area`: `writing` where one has a file open or mapped for
 * writing. Null also where `/proc` does not show it to this user.
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
