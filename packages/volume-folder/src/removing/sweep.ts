import { unlink } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import { isInUse } from "../entries/kept-names.ts";
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

/** Removes what has a kept name and was left behind. What cannot be removed stays. */
export async function sweepStale(directory: HeldDirectory, name: string, now: number): Promise<void> {
  if (isInUse(name)) return;
  try {
    const stats = await lookUp(directory, name);
    if (stats !== null && now - Number(stats.ctimeMs) >= STALE_MS) await removeAny(directory, name);
  } catch (error) {
    const isHopeless = hasCode(error, "ENOENT", "EACCES", "EPERM", "EROFS", "EBUSY");
    if (!isHopeless && !DomainError.isInstance(error)) throw error;
  }
}
