import { Buffer } from "node:buffer";
import { EntryCollector, type ListOptions, type VolumeEntry } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { walk, type Found } from "../directories/walk.ts";
import { inDirectory } from "../directories/with-directory.ts";
import { toEntry } from "../entries/entry.ts";
import { sweepStale } from "../removing/sweep.ts";

/** Callers cannot use longer paths. */
const MAX_PATH_BYTES = 4_096;

/** The entry of a found file; null where no path of a volume can name it. */
export function entryOf(directory: string, { names, stats }: Found): VolumeEntry | null {
  if (names.some((name) => typeof name !== "string")) return null;
  const path = directory === "" ? names.join("/") : `${directory}/${names.join("/")}`;
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? null : toEntry(path, stats);
}

/**
 * Lists the entries below a directory. Leaves out names that are not UTF-8, and pipes, sockets and devices. `truncated` is also true
 * where a directory could not be read.
 */
export function listDirectory(
  { root, clock }: VolumeContext,
  path: string,
  options: ListOptions,
): Promise<{ readonly entries: readonly VolumeEntry[]; readonly truncated: boolean }> {
  return inDirectory(root, path, async (directory) => {
    const collector = new EntryCollector(options);
    let isPartUnread = false;
    const found = walk(directory, {
      recursive: options.recursive ?? false,
      onTemporaryName: async (parent, name) => {
        await sweepStale(parent, name, { now: clock.now() });
        return false;
      },
      onUnreadable: () => {
        isPartUnread = true;
      },
    });
    for await (const each of found) {
      const entry = entryOf(path, each);
      if (!collector.offer(entry)) break;
    }
    return { entries: collector.entries, truncated: collector.truncated || isPartUnread };
  });
}
