import type { Clock } from "../ports/clock.ts";
import { hasAborted } from "../runtime/until-aborted.ts";
import { mostBytes, type WorkspaceDisk } from "../workspaces/disk-check.ts";

/** Between two looks at what a background process leaves. */
export const DISK_LOOK_MS = 5_000;

/** Resolves with true when the workspace's files take more than they may, counted from now, and with false when `over` aborts before. */
export async function untilDiskIsFull(
  disk: WorkspaceDisk,
  clock: Clock,
  over: AbortSignal,
): Promise<boolean> {
  const used = () => disk.usedBytes().catch(() => 0);
  for (let before = await used(); ;) {
    await clock.sleep(DISK_LOOK_MS, over);
    if (hasAborted(over)) return false;
    const now = await used();
    if (hasAborted(over)) return false;
    if (now > mostBytes(disk, before)) return true;
    before = Math.min(before, now);
  }
}
