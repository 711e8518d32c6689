import { mkdir } from "node:fs/promises";
import { fileInTheWay, isLink, notFound } from "../failures.ts";
import { hasCode } from "../system-errors.ts";
import { lookUp, type DirectoryAccess, type HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

/** Where a volume begins: a folder that may be trusted, and names below it that may not. */
export interface VolumeRoot {
  readonly access: DirectoryAccess;
  readonly base: string;
  readonly prefix: readonly string[];
}

/** Who what is made belongs to. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export type Missing = "absent" | "no-directory";

const DIRECTORY_MODE = 0o755;
/** Making a directory and opening it are two calls, between which others may remove it. */
const ATTEMPTS = 3;

/** One step down, not through a link (`invalid_path`). */
export async function enter(parent: HeldDirectory, name: Name): Promise<HeldDirectory | Missing> {
  try {
    return await parent.openDirectory(name);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "absent";
    if (!hasCode(error, "ENOTDIR", "ELOOP")) throw error;
    const stats = await lookUp(parent, name);
    if (stats === null) return "absent";
    if (stats.isSymbolicLink()) throw isLink();
    return "no-directory";
  }
}

async function openBase({ access, base }: VolumeRoot): Promise<HeldDirectory | Missing> {
  try {
    return await access.openTrusted(base);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "absent";
    throw error;
  }
}

/** Opens a directory of a volume, or says why there is none. The caller closes it. */
export async function openDirectory(
  root: VolumeRoot,
  segments: readonly Name[],
): Promise<HeldDirectory | Missing> {
  let current = await openBase(root);
  for (const segment of [...root.prefix, ...segments]) {
    if (typeof current === "string") return current;
    const parent: HeldDirectory = current;
    try {
      current = await enter(parent, segment);
    } finally {
      await parent.close();
    }
  }
  return current;
}

/** Makes a directory by `make`, where there is room for one more. */
export type Admit = (make: () => Promise<void>) => Promise<void>;

const always: Admit = (make) => make();

async function enterOrMake(
  parent: HeldDirectory,
  name: string,
  owner: Owner | null,
  admit: Admit,
): Promise<{ readonly directory: HeldDirectory; readonly created: boolean }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await enter(parent, name);
    if (found === "no-directory") throw fileInTheWay();
    if (found !== "absent") return { directory: found, created: false };
    try {
      await admit(() => parent.at(name, (path) => mkdir(path, DIRECTORY_MODE)));
    } catch (error) {
      if (hasCode(error, "EEXIST")) continue;
      throw error;
    }
    const made = await enter(parent, name);
    if (typeof made === "string") continue;
    if (owner !== null) await made.handle.chown(owner.uid, owner.gid);
    return { directory: made, created: true };
  }
  throw notFound();
}

/** Opens a directory of a volume, made with its parents where absent. The caller closes it. */
export async function makeDirectories(
  root: VolumeRoot,
  segments: readonly string[],
  owner: Owner | null,
  admit: Admit = always,
): Promise<{ readonly directory: HeldDirectory; readonly created: boolean }> {
  const base = await openBase(root);
  if (typeof base === "string") throw notFound();
  let current = { directory: base, created: false };
  for (const segment of [...root.prefix, ...segments]) {
    const parent = current.directory;
    try {
      current = await enterOrMake(parent, segment, owner, admit);
    } finally {
      await parent.close();
    }
  }
  return current;
}
