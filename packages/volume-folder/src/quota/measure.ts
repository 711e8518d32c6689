import type { BigIntStats } from "node:fs";
import type { VolumeUse } from "@workspace-agent/core";
import { diskBytes } from "../entries/entry.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { walk, type WalkOptions } from "../directories/walk.ts";
import { exceeds } from "./use.ts";

/** It may read every directory as it is. */
const IS_ROOT = process.geteuid?.() === 0;

/**
 * What everything below a directory takes of the disk; what has several names counts once. A directory that its owner may not read is unlocked, so
 * that nothing in it goes uncounted. Ends early when `signal` aborts, or more than `most` was found.
 */
export async function measure(
  directory: HeldDirectory,
  onKeptName: NonNullable<WalkOptions["onKeptName"]>,
  { signal, most }: { readonly signal: AbortSignal; readonly most: VolumeUse },
): Promise<VolumeUse> {
  const counted = new Set<string>();
  let [bytes, inodes] = [0, 0];
  const isCounted = ({ dev, ino, nlink }: BigIntStats) => {
    if (nlink === 1n) return false;
    const key = `${dev}:${ino}`;
    if (counted.has(key)) return true;
    counted.add(key);
    return false;
  };
  for await (const { stats } of walk(directory, { recursive: true, onKeptName, unlocks: !IS_ROOT })) {
    if (signal.aborted) break;
    if (!stats.isDirectory() && isCounted(stats)) continue;
    bytes += diskBytes(stats);
    inodes++;
    if (exceeds({ bytes, inodes }, most)) break;
  }
  return { bytes, inodes };
}
