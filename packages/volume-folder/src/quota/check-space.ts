import { statfs } from "node:fs/promises";
import { diskSpaceOf, hasLessThan } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import { hasCode } from "../system-errors.ts";

const MEBIBYTE = 1_048_576;
const GIBIBYTE = 1_024 * MEBIBYTE;
const SHARE = 0.05;
const RESERVE_INODES = 50_000;
const RETRY_AFTER_S = 30;

/**
 * Throws `overloaded` where the file system of a folder has less left than its reserve: `reserveMb`, or by default 1 GiB or a twentieth of it, whichever is
 * smaller; and 50,000 inodes or a twentieth of them. A folder that is not there yet has room.
 */
export async function checkSpace(path: string, reserveMb: number | undefined): Promise<void> {
  const stats = await statfs(path).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  });
  if (stats === null) return;
  const space = diskSpaceOf(stats);
  const least = {
    bytes: reserveMb === undefined ? Math.min(GIBIBYTE, space.total.bytes * SHARE) : reserveMb * MEBIBYTE,
    inodes: Math.min(RESERVE_INODES, space.total.inodes * SHARE),
  };
  if (!hasLessThan(space, least)) return;
  const detail = "The disk of this host is nearly full: it accepts no new work until there is room.";
  throw new DomainError("overloaded", detail, { retryAfter: RETRY_AFTER_S });
}
