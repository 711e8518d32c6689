import { mkdir } from "node:fs/promises";
import { fileInTheWay, isLink, notFound } from "../failures.ts";
import { hasCode } from "../system-errors.ts";
import { Flushes } from "./flushes.ts";
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

/** Where nothing waits for the disk. */
export const NO_FLUSHES = new Flushes(false);

/** Gives a directory after `work`; closes it where that fails. */
async function after(directory: HeldDirectory, work: () => Promise<void>): Promise<HeldDirectory> {
  try {
    await work();
    return directory;
  } catch (error) {
    await directory.close();
    throw error;
  }
}

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

async function openBase({ access, base }: VolumeRoot, flushes: Flushes): Promise<HeldDirectory | Missing> {
  try {
    const directory = await access.openTrusted(base);
    return await after(directory, () => flushes.base(base, directory));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "absent";
    throw error;
  }
}

/** Opens a directory of a volume, or says why there is none. The caller closes it. The names on the way are brought to the disk by `flushes`. */
export async function openDirectory(
  root: VolumeRoot,
  segments: readonly Name[],
  flushes: Flushes = NO_FLUSHES,
): Promise<HeldDirectory | Missing> {
  let current = await openBase(root, flushes);
  for (const segment of [...root.prefix, ...segments]) {
    if (typeof current === "string") return current;
    const parent: HeldDirectory = current;
    try {
      const child = await enter(parent, segment);
      current =
        typeof child === "string" ? child : await after(child, () => flushes.reached(parent, segment, child));
    } finally {
      await parent.close();
    }
  }
  return current;
}

/** Makes a directory by `make`, where there is room for one more. */
export type Admit = (make: () => Promise<void>) => Promise<void>;

/** How directories are made. */
export interface Making {
  readonly owner: Owner | null;
  readonly admit: Admit;
  readonly flushes: Flushes;
}

async function enterOrMake(
  parent: HeldDirectory,
  name: string,
  { owner, admit, flushes }: Making,
): Promise<{ readonly directory: HeldDirectory; readonly created: boolean }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await enter(parent, name);
    if (found === "no-directory") throw fileInTheWay();
    if (found !== "absent") {
      const directory = await after(found, () => flushes.reached(parent, name, found));
      return { directory, created: false };
    }
    try {
      await admit(() => parent.at(name, (path) => mkdir(path, DIRECTORY_MODE)));
    } catch (error) {
      if (hasCode(error, "EEXIST")) continue;
      throw error;
    }
    const made = await enter(parent, name);
    if (typeof made === "string") continue;
    const directory = await after(made, async () => {
      if (owner !== null) await made.handle.chown(owner.uid, owner.gid);
      await flushes.reached(parent, name, made);
    });
    return { directory, created: true };
  }
  throw notFound();
}

/** Opens a directory of a volume, made with its parents where absent, their names on the disk. The caller closes it. */
export async function makeDirectories(
  root: VolumeRoot,
  segments: readonly string[],
  making: Making,
): Promise<{ readonly directory: HeldDirectory; readonly created: boolean }> {
  const base = await openBase(root, making.flushes);
  if (typeof base === "string") throw notFound();
  let current = { directory: base, created: false };
  for (const segment of [...root.prefix, ...segments]) {
    const parent = current.directory;
    try {
      current = await enterOrMake(parent, segment, making);
    } finally {
      await parent.close();
    }
  }
  return current;
}
