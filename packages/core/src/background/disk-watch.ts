import type { Clock } from "../ports/clock.ts";
import { hasAborted } from "../runtime/until-aborted.ts";
import { mostBytes, type WorkspaceDisk } from "../workspaces/disk-check.ts";

/** How often the disk usage of a workspace with background processes is measured. */
const DISK_LOOK_MS = 5_000;

/** Resolves to true when the workspace exceeds its disk limit from now on, and to false when `over` aborts before. */
export async function untilDiskIsFull(
  disk: WorkspaceDisk,
  clock: Clock,
  over: AbortSignal,
): Promise<boolean> {
  // What cannot be measured counts as before.
  const used = (before: number) => disk.usedBytes().catch(() => before);
  for (let before = await used(Infinity); ;) {
    await clock.sleep(DISK_LOOK_MS, over);
    if (hasAborted(over)) return false;
    const now = await used(before);
    if (hasAborted(over)) return false;
    if (now > mostBytes(disk, before)) return true;
    before = Math.min(before, now);
  }
}
