import type { BigIntStats } from "node:fs";
import type { VolumeUse } from "@workspace-agent/core/ports";

export const NOTHING: VolumeUse = { bytes: 0, inodes: 0 };
export const ONE_INODE: VolumeUse = { bytes: 0, inodes: 1 };
export const UNLIMITED: VolumeUse = { bytes: Infinity, inodes: Infinity };

export const sum = (a: VolumeUse, b: VolumeUse): VolumeUse => ({
  bytes: a.bytes + b.bytes,
  inodes: a.inodes + b.inodes,
});

export const difference = (a: VolumeUse, b: VolumeUse): VolumeUse => ({
  bytes: a.bytes - b.bytes,
  inodes: a.inodes - b.inodes,
});

export const larger = (a: VolumeUse, b: VolumeUse): VolumeUse => ({
  bytes: Math.max(a.bytes, b.bytes),
  inodes: Math.max(a.inodes, b.inodes),
});

export const exceeds = (use: VolumeUse, quota: VolumeUse): boolean =>
  use.bytes > quota.bytes || use.inodes > quota.inodes;

export const isUnlimited = ({ bytes, inodes }: VolumeUse): boolean =>
  bytes === Infinity && inodes === Infinity;

/** The disk space of a file or directory, as `du` counts it. */
export const diskBytes = (stats: BigIntStats): number => Number(stats.blocks) * 512;

/** What the removal of this name of a file frees: nothing while the file has other names. */
export const freedBy = (stats: BigIntStats): VolumeUse =>
  stats.nlink > 1n ? NOTHING : { bytes: diskBytes(stats), inodes: 1 };

/** The block size of most file systems. */
const BLOCK_BYTES = 4_096;

/** Calls `take` for each further block of a file that grows. */
export function inBlocks(take: (bytes: number) => Promise<void>): (bytes: number) => Promise<void> {
  let size = 0;
  let taken = 0;
  return async (bytes) => {
    size += bytes;
    const more = Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES - taken;
    taken += more;
    if (more > 0) await take(more);
  };
}
