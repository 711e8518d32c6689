import type { BigIntStats } from "node:fs";
import { unlink } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import { enter } from "../directories/descend.ts";
import { walk } from "../directories/walk.ts";
import { isInUse, tagOf } from "../entries/kept-names.ts";
import { hasCode } from "../system-errors.ts";
import { removeTree } from "./remove-tree.ts";

/** A write or a removal changes what it works on at least this often, or a crash ended it. */
export const STALE_MS = 3_600_000;

/** Removes whatever is at a name; absent is fine. */
export async function removeAny(directory: HeldDirectory, name: string): Promise<void> {
  try {
    await directory.at(name, (path) => unlink(path));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    if (!hasCode(error, "EISDIR", "EPERM")) throw error;
    await removeTree(directory, name);
  }
}

/** Whether nothing at a name, or below it, was changed for an hour: another process may work in it. */
async function isStale(directory: HeldDirectory, name: string, now: number): Promise<boolean> {
  const isOld = (stats: BigIntStats) => now - Number(stats.ctimeMs) >= STALE_MS;
  const stats = await lookUp(directory, name);
  if (stats === null || !isOld(stats)) return false;
  if (!stats.isDirectory()) return true;
  const top = await enter(directory, name);
  if (typeof top === "string") return false;
  try {
    for await (const found of walk(top, { recursive: true, onKeptName: () => Promise.resolve(true) })) {
      if (!isOld(found.stats)) return false;
    }
    return true;
  } finally {
    await top.close();
  }
}

/** What is known of what was left behind. */
export interface Sweeping {
  readonly now: number;
  /** The tags of processes that are gone: what they were about is swept, however new it is. Default: none is known. */
  readonly dead?: ReadonlySet<string>;
}

/** Removes what has a kept name and was left behind. What cannot be removed stays. */
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

/**
 * Removes what was left behind anywhere below a directory. Gives up when `signal` aborts. What is under way, or was a short time
 * ago, stays.
 */
export async function sweepTree(
  directory: HeldDirectory,
  sweeping: Sweeping,
  signal: AbortSignal,
): Promise<void> {
  const onKeptName = async (parent: HeldDirectory, name: string) => {
    if (!signal.aborted) await sweepStale(parent, name, sweeping);
    return false;
  };
  const everything = walk(directory, { recursive: true, onKeptName });
  while (!signal.aborted && (await everything.next()).done !== true);
  await everything.return();
}
