import { rmdir, unlink } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "@workspace-agent/core";
import { enter } from "../directories/descend.ts";
import { renameAt, type HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { newInnerName } from "../entries/temporary-names.ts";
import { hasCode, orNull } from "../has-code.ts";
import { unlocking } from "./unlocking.ts";

const BATCH = 32;
/** Others may add files to a directory while it is emptied, so the removal is retried after growing pauses. */
const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 1;
/** How often one directory is retried before the next attempt. */
const TRIES = 5;

/** Opens a directory that is to be removed; null where the name has none. */
async function enterToRemove(parent: HeldDirectory, name: Name): Promise<HeldDirectory | null> {
  try {
    const found = await unlocking(parent, name, () => enter(parent, name));
    return typeof found === "string" ? null : found;
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "invalid_path") return null;
    throw error;
  }
}

/** Removes an empty directory. Returns false where it has entries. */
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

/** Removes one name from a directory. Moves a directory at the name up into `top`, and returns its name there. */
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
  const move = () => renameAt(directory, name, top, moved);
  const unlocked = () => unlocking(directory, name, move).then(() => moved);
  return orNull(unlocked, "ENOENT");
}

/** The names in a directory; none where another removal has removed it meanwhile. */
async function namesIn(directory: HeldDirectory): Promise<Name[]> {
  const listed = (await orNull(() => directory.list(), "ENOENT")) ?? [];
  return listed.map(({ name }) => name);
}

/** Removes everything in a directory but directories, and returns their names in `top`. */
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

/** Removes one directory in `top`. Returns the names in `top` of the directories that were in it. */
async function removeOne(top: HeldDirectory, name: Name): Promise<Name[]> {
  await using directory = await enterToRemove(top, name);
  if (directory === null) return [];
  const directories = await unlocking(top, name, () => removeNames(top, directory));
  return (await removeEmpty(top, name)) ? directories : [...directories, name];
}

/**
 * Removes a directory with everything in it, never through a link. Moves deeper directories up into it first, so that at most three
 * directories are open and paths stay short. Ignores what others remove meanwhile. Where others keep writing, the rest has a
 * temporary name, which a sweep removes later.
 */
export async function removeTree(parent: HeldDirectory, name: Name): Promise<void> {
  await using top = await enterToRemove(parent, name);
  if (top === null) return;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** attempt);
    const waiting = await unlocking(parent, name, () => removeNames(top, top));
    let tries = TRIES;
    for (let next = waiting.pop(); next !== undefined && tries > 0; next = waiting.pop()) {
      const left = await removeOne(top, next);
      if (left.includes(next)) tries--;
      // One by one: a call takes about 120,000 arguments, and a directory can have more entries.
      for (const each of left) waiting.push(each);
    }
    if (await removeEmpty(parent, name)) return;
  }
}
