import { statfs } from "node:fs/promises";
import { diskSpaceOf, hasLessThan } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import { orNull } from "../has-code.ts";

const MEBIBYTE = 1_048_576;
const GIBIBYTE = 1_024 * MEBIBYTE;
const SHARE = 0.05;
const RESERVE_INODES = 50_000;
const RETRY_AFTER_S = 30;

/**
 * Throws `overloaded` where the file system of a folder has less space than its reserve: `reserveMb`, by default 1 GiB or 5 %, whichever
 * is smaller, and 50,000 inodes or 5 %. A folder that does not exist yet passes.
 */
export async function checkSpace(path: string, reserveMb: number | undefined): Promise<void> {
  const stats = await orNull(() => statfs(path), "ENOENT");
  if (stats === null) return;
  const space = diskSpaceOf(stats);
  const least = {
    bytes: reserveMb === undefined ? Math.min(GIBIBYTE, space.total.bytes * SHARE) : reserveMb * MEBIBYTE,
    inodes: Math.min(RESERVE_INODES, space.total.inodes * SHARE),
  };
  if (!hasLessThan(space, least)) return;
  const detail = "The disk of this host is nearly full. New work is accepted when there is space again.";
  throw new DomainError("overloaded", detail, { retryAfter: RETRY_AFTER_S });
}
