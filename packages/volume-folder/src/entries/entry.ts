import type { BigIntStats } from "node:fs";
import { baseName } from "@workspace-agent/core/internal";
import type { VolumeEntry, VolumeUse } from "@workspace-agent/core/ports";
import { NOTHING } from "../quota/use.ts";

/** The end of the year 9999, the last that RFC 3339 can write. */
const LATEST_MTIME = 253_402_300_799_999;

const OWNER_MAY_RUN = 0o100n;

function typeOf(stats: BigIntStats): VolumeEntry["type"] | null {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "dir";
  return stats.isSymbolicLink() ? "symlink" : null;
}

/**
 * Inode, size, mtime and ctime. A write through the volume makes a new inode with a time that was not given before;
 * a program that writes in place and puts the old mtime back is told by its ctime.
 */
export function etagOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join("-");
}

/** What is at a path; null for a pipe, a socket or a device. */
export function toEntry(path: string, stats: BigIntStats): VolumeEntry | null {
  const type = typeOf(stats);
  if (type === null) return null;
  return {
    path,
    name: baseName(path),
    type,
    size: type === "dir" ? 0 : Number(stats.size),
    executable: type === "file" && (stats.mode & OWNER_MAY_RUN) !== 0n,
    mtime: Math.min(Math.max(0, Number(stats.mtimeMs)), LATEST_MTIME),
    etag: etagOf(stats),
  };
}

/** What something takes of the disk and of the quota, as `du` counts it. */
export function diskBytes(stats: BigIntStats): number {
  return Number(stats.blocks) * 512;
}

/** What is free again when this name of a file is gone: nothing while the file has others. */
export function freedBy(stats: BigIntStats): VolumeUse {
  return stats.nlink > 1n ? NOTHING : { bytes: diskBytes(stats), inodes: 1 };
}
