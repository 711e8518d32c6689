import type { BigIntStats } from "node:fs";
import { baseName, type VolumeEntry } from "@workspace-agent/core/ports";

/** The end of the year 9999, the last that RFC 3339 can express. */
const LATEST_MTIME = 253_402_300_799_999;

const OWNER_MAY_RUN = 0o100n;

function typeOf(stats: BigIntStats): VolumeEntry["type"] | null {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "dir";
  return stats.isSymbolicLink() ? "symlink" : null;
}

/**
 * Inode, size, mtime and ctime. A write through the volume makes a new inode with a new time. The ctime reveals a program that writes
 * in place and restores the old mtime.
 */
export function etagOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join("-");
}

/** The entry of a path; null for a pipe, a socket or a device. */
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
