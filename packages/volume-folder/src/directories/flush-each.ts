import { openDirectory, type VolumeRoot } from "./descend.ts";
import type { Flushes } from "./flushes.ts";
import type { Name } from "./names.ts";

/** The file system combines flushes that run at once. */
const AT_ONCE = 8;

/** Flushes the names in each of these directories to the disk. Skips directories that are gone. */
export async function flushEach(
  root: VolumeRoot,
  directories: readonly (readonly Name[])[],
  flushes: Flushes,
): Promise<void> {
  if (!flushes.durable) return;
  const waiting = directories.values();
  const work = async () => {
    for (const names of waiting) {
      const opened = await openDirectory(root, names);
      if (typeof opened === "string") continue;
      await using directory = opened;
      await flushes.names(directory);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
