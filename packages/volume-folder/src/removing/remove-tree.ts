import { rename, rmdir, unlink } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "@workspace-agent/core";
import { enter } from "../directories/descend.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { newInnerName } from "../entries/kept-names.ts";
import { hasCode } from "../system-errors.ts";
import { unlocking } from "./unlocking.ts";

const BATCH = 32;
/** Others may put new files into a directory while it is emptied: it is tried again, later each time. */
const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 1;
/** How often one of the directories in it is tried before the others. */
const TRIES = 5;

/** Opens a directory that is to be removed; null where there is none at the name (any more). */
async function enterToRemove(parent: HeldDirectory, name: Name): Promise<HeldDirectory | null> {
  try {
    const found = await unlocking(parent, name, () => enter(parent, name));
    return typeof found === "string" ? null : found;
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "invalid_path") return null;
    throw error;
  }
}

/** Whether the directory is gone; false where something is in it. */
async function removeEmpty(parent: HeldDirectory, name: Name): Promise<boolean> {
  try {
    await parent.at(name, (path) => rmdir(path));
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    if (hasCode(error, "ENOTEMPTY", "EEXIST", "ENOTDIR")) return false;
    throw error;
  }
}

/** Removes one name from a directory. A directory there is moved up into `top`, and its name in it is given. */
async function removeName(top: HeldDirectory, directory: HeldDirectory, name: Name): Promise<Name | null> {
  try {
    await directory.at(name, (path) => unlink(path));
    return null;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    if (!hasCode(error, "EISDIR", "EPERM")) throw error;
  }
  if (directory === top) return name;
  const moved = newInnerName();
  const move = () => directory.at(name, (from) => top.at(moved, (to) => rename(from, to)));
  try {
    await unlocking(directory, name, move);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  return moved;
}

/** What is in a directory. One that another removal has emptied and removed meanwhile holds nothing. */
async function namesIn(directory: HeldDirectory): Promise<Name[]> {
  try {
    return await directory.names();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

/** Empties a directory of all but directories, and gives their names in `top`. */
async function removeNames(top: HeldDirectory, directory: HeldDirectory): Promise<Name[]> {
  const names = await namesIn(directory);
  const directories: Name[] = [];
  for (let index = 0; index < names.length; index += BATCH) {
    const batch = names.slice(index, index + BATCH);
    const left = await Promise.all(batch.map((name) => removeName(top, directory, name)));
    directories.push(...left.filter((name) => name !== null));
  }
  return directories;
}

/** Removes one directory in `top`, and gives the names in `top` of those that were in it. */
async function removeOne(top: HeldDirectory, name: Name): Promise<Name[]> {
  const directory = await enterToRemove(top, name);
  if (directory === null) return [];
  try {
    const directories = await unlocking(top, name, () => removeNames(top, directory));
    return (await removeEmpty(top, name)) ? directories : [...directories, name];
  } finally {
    await directory.close();
  }
}

/**
 * Removes a directory with all in it, never through a link. Directories further down are first moved up into it, so that however
 * deep it is, three directories are held open and no path grows long. Absent is fine, and so is whatever others remove meanwhile.
 * Where others never stop writing to it, something is left: its name is one that the sweep removes.
 */
export async function removeTree(parent: HeldDirectory, name: Name): Promise<void> {
  const top = await enterToRemove(parent, name);
  if (top === null) return;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** attempt);
      const waiting = await unlocking(parent, name, () => removeNames(top, top));
      let tries = TRIES;
      for (let next = waiting.pop(); next !== undefined && tries > 0; next = waiting.pop()) {
        const left = await removeOne(top, next);
        if (left.includes(next)) tries--;
        waiting.push(...left);
      }
      if (await removeEmpty(parent, name)) return;
    }
  } finally {
    await top.close();
  }
}
