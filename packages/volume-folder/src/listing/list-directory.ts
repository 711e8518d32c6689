import { Buffer } from "node:buffer";
import type { VolumeEntry } from "@workspace-agent/core";
import type { VolumeContext } from "../context.ts";
import { walk, type Found } from "../directories/walk.ts";
import { inDirectory } from "../directories/with-directory.ts";
import { toEntry } from "../entries/entry.ts";
import { sweepStale } from "../removing/sweep.ts";

export interface ListOptions {
  readonly recursive?: boolean;
  readonly limit?: number;
}

/** Longer paths cannot be named by a caller. */
const MAX_PATH_BYTES = 4_096;

/** The entry of what was found; null where no path of a volume names it. */
function entryOf(directory: string, { names, stats }: Found): VolumeEntry | null {
  if (names.some((name) => typeof name !== "string")) return null;
  const path = directory === "" ? names.join("/") : `${directory}/${names.join("/")}`;
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? null : toEntry(path, stats);
}

/**
 * The entries below a directory. Names that are not UTF-8 and what is no file, directory or link are left out.
 * `truncated` also says that a directory could not be read.
 */
export function listDirectory(
  { root, clock }: VolumeContext,
  path: string,
  { recursive = false, limit = Infinity }: ListOptions,
): Promise<{ readonly entries: readonly VolumeEntry[]; readonly truncated: boolean }> {
  return inDirectory(root, path, async (directory) => {
    const entries: VolumeEntry[] = [];
    let truncated = false;
    const found = walk(directory, {
      recursive,
      onKeptName: (parent, name) => sweepStale(parent, name, clock.now()),
      onUnreadable: () => {
        truncated = true;
      },
    });
    for await (const each of found) {
      const entry = entryOf(path, each);
      if (entry === null) continue;
      if (entries.length >= limit) return { entries, truncated: true };
      entries.push(entry);
    }
    return { entries, truncated };
  });
}
