import type { BigIntStats } from "node:fs";
import { unlink } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { lookUp, renameAt, type HeldDirectory } from "../directories/held-directory.ts";
import { enter } from "../directories/descend.ts";
import type { Name } from "../directories/names.ts";
import { walk } from "../directories/walk.ts";
import { isInUse, isTemporaryName, newTemporaryName, tagOf, whileInUse } from "../entries/temporary-names.ts";
import { hasCode, orNull } from "../has-code.ts";
import { removeTree } from "./remove-tree.ts";

/** Without a change for this long, a write or a removal was ended by a crash. */
export const STALE_MS = 3_600_000;

/** Removes whatever is at a name, if anything. */
export async function removeAny(directory: HeldDirectory, name: Name): Promise<void> {
  try {
    await directory.at(name, (path) => unlink(path));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    if (!hasCode(error, "EISDIR", "EPERM")) throw error;
    await removeTree(directory, name);
  }
}

/** Renames a directory to a temporary name, so that it disappears at once, and empties it after `renamed`. An absent one is fine. */
export async function hideAndRemove(
  directory: HeldDirectory,
  name: Name,
  renamed: () => Promise<void> = async () => {},
): Promise<void> {
  const hidden = newTemporaryName();
  await whileInUse(hidden, async () => {
    const hide = () => renameAt(directory, name, directory, hidden);
    const isHidden = await orNull(() => hide().then(() => true), "ENOENT");
    if (isHidden === null) return;
    await renamed();
    await removeAny(directory, hidden);
  });
}

/** Whether nothing at or below a name has changed for an hour. Until then another process may work in it. */
async function isStale(directory: HeldDirectory, name: string, now: number): Promise<boolean> {
  const isOld = (stats: BigIntStats) => now - Number(stats.ctimeMs) >= STALE_MS;
  const stats = await lookUp(directory, name);
  if (stats === null || !isOld(stats)) return false;
  if (!stats.isDirectory()) return true;
  const opened = await enter(directory, name);
  if (typeof opened === "string") return false;
  await using top = opened;
  for await (const found of walk(top, { recursive: true, onTemporaryName: () => Promise.resolve(true) })) {
    if (!isOld(found.stats)) return false;
  }
  return true;
}

/** How a sweep recognizes leftovers. */
export interface Sweeping {
  readonly now: number;
  /** The tags of processes that are gone, whose leftovers are removed whatever their age. Default: none. */
  readonly dead?: ReadonlySet<string>;
}

/** Removes a leftover with a temporary name. Keeps what cannot be removed. */
export async function sweepStale(
  directory: HeldDirectory,
  name: string,
  { now, dead }: Sweeping,
): Promise<void> {
  if (isInUse(name)) return;
  try {
    if (dead?.has(tagOf(name)) === true || (await isStale(directory, name, now)))
      await removeAny(directory, name);
  } catch (error) {
    const isHopeless = hasCode(error, "ENOENT", "EACCES", "EPERM", "EROFS", "EBUSY");
    if (!isHopeless && !DomainError.isInstance(error)) throw error;
  }
}

/** Removes the leftovers in a directory. */
export async function sweepEntries(directory: HeldDirectory, sweeping: Sweeping): Promise<void> {
  for (const { name } of await directory.list())
    if (typeof name === "string" && isTemporaryName(name)) await sweepStale(directory, name, sweeping);
}

/** Removes the leftovers anywhere below a directory, until `signal` aborts. Keeps what is in progress, or was a short time ago. */
export async function sweepTree(
  directory: HeldDirectory,
  sweeping: Sweeping,
  signal: AbortSignal,
): Promise<void> {
  const onTemporaryName = async (parent: HeldDirectory, name: string) => {
    if (!signal.aborted) await sweepStale(parent, name, sweeping);
    return false;
  };
  const everything = walk(directory, { recursive: true, onTemporaryName });
  while (!signal.aborted && (await everything.next()).done !== true);
  await everything.return();
}
