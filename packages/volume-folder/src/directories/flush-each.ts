import { openDirectory, type VolumeRoot } from "./descend.ts";
import type { Flushes } from "./flushes.ts";
import type { Name } from "./names.ts";

/** Flushes of many are joined by the file system. */
const AT_ONCE = 8;

/** Brings the names in each of these directories to the disk. One that is gone by now has none. */
export async function flushEach(
  root: VolumeRoot,
  directories: readonly (readonly Name[])[],
  flushes: Flushes,
): Promise<void> {
  if (!flushes.durable) return;
  const waiting = directories.values();
  const work = async () => {
    for (const names of waiting) {
      const directory = await openDirectory(root, names);
      if (typeof directory === "string") continue;
      try {
        await flushes.names(directory);
      } finally {
        await directory.close();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
