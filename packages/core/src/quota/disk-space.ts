import type { VolumeUse } from "../ports/volume.ts";

/** What a file system has in all, and has left for an ordinary user. */
export interface DiskSpace {
  readonly free: VolumeUse;
  readonly total: VolumeUse;
}

/** What `statfs` says of a file system, as Node names it. */
interface FileSystemStats {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  readonly files: number;
  readonly ffree: number;
}

/** A file system that makes inodes as they are needed has `Infinity` of them. One that does not tell its size (no blocks at all) has no known end. */
export function diskSpaceOf({ bsize, blocks, bavail, files, ffree }: FileSystemStats): DiskSpace {
  const [hasBlocks, hasInodes] = [blocks > 0, files > 0];
  return {
    free: { bytes: hasBlocks ? bavail * bsize : Infinity, inodes: hasInodes ? ffree : Infinity },
    total: { bytes: hasBlocks ? blocks * bsize : Infinity, inodes: hasInodes ? files : Infinity },
  };
}

/** Whether less is left than `least`. */
export function hasLessThan({ free }: DiskSpace, least: VolumeUse): boolean {
  return free.bytes < least.bytes || free.inodes < least.inodes;
}
