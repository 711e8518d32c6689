import { mkdir } from "node:fs/promises";
import { fileInTheWay, isLink, notFound } from "../failures.ts";
import { hasCode, orNull } from "../has-code.ts";
import { Flushes } from "./flushes.ts";
import { lookUp, type DirectoryAccess, type HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

/** The root directory of a volume: a folder that may be trusted, and names below it that may not. */
export interface VolumeRoot {
  readonly access: DirectoryAccess;
  readonly base: string;
  readonly prefix: readonly string[];
}

/** The owner of new files and directories. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export type Missing = "absent" | "no-directory";

const DIRECTORY_MODE = 0o755;
/** Others may remove a directory between the calls that make it and that open it. */
const ATTEMPTS = 3;

/** For directories that need no flush. */
export const NO_FLUSHES = new Flushes(false);

/** Returns a directory after `work`, and closes it where that fails. */
async function after(directory: HeldDirectory, work: () => Promise<void>): Promise<HeldDirectory> {
  try {
    await work();
    return directory;
  } catch (error) {
    await directory[Symbol.asyncDispose]();
    throw error;
  }
}

/** Opens a child directory. Throws `invalid_path` for a link. */
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

/** Throws `not_found` where there is no directory. */
export function existing(found: HeldDirectory | Missing): HeldDirectory {
  if (typeof found === "string") throw notFound();
  return found;
}

async function openBase({ access, base }: VolumeRoot, flushes: Flushes): Promise<HeldDirectory | Missing> {
  const open = async () => {
    const directory = await access.openTrusted(base);
    return after(directory, () => flushes.base(base, directory));
  };
  return (await orNull(open, "ENOENT")) ?? "absent";
}

/** Opens a directory of a volume, or returns why there is none. The caller closes it. `flushes` flushes the names on its path. */
export async function openDirectory(
  root: VolumeRoot,
  segments: readonly Name[],
  flushes: Flushes = NO_FLUSHES,
): Promise<HeldDirectory | Missing> {
  let current = await openBase(root, flushes);
  for (const segment of [...root.prefix, ...segments]) {
    if (typeof current === "string") return current;
    await using parent: HeldDirectory = current;
    const child = await enter(parent, segment);
    current =
      typeof child === "string" ? child : await after(child, () => flushes.reached(parent, segment, child));
  }
  return current;
}

/** Calls `make` to make a directory, where the quota has one left. */
export type Admit = (make: () => Promise<void>) => Promise<void>;

/** Settings for new directories. */
export interface Making {
  readonly owner: Owner | null;
  readonly admit: Admit;
  readonly flushes: Flushes;
}

async function enterOrMake(
  parent: HeldDirectory,
  name: Name,
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

/** Opens a directory of a volume. Makes it and its parents where they are absent, and flushes their names. The caller closes it. */
export async function makeDirectories(
  root: VolumeRoot,
  segments: readonly Name[],
  making: Making,
): Promise<{ readonly directory: HeldDirectory; readonly created: boolean }> {
  const base = existing(await openBase(root, making.flushes));
  let current = { directory: base, created: false };
  for (const segment of [...root.prefix, ...segments]) {
    await using parent = current.directory;
    current = await enterOrMake(parent, segment, making);
  }
  return current;
}
