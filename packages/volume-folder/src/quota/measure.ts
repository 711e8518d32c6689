import { diskBytes } from "../entries/entry.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { walk, type WalkOptions } from "../directories/walk.ts";

/** The bytes of all files below a directory; one with several names counts once. Ends early when `signal` aborts. */
export async function measure(
  directory: HeldDirectory,
  onKeptName: NonNullable<WalkOptions["onKeptName"]>,
  signal: AbortSignal,
): Promise<number> {
  const counted = new Set<bigint>();
  let bytes = 0;
  for await (const { stats } of walk(directory, { recursive: true, onKeptName })) {
    if (signal.aborted) break;
    if (!stats.isFile()) continue;
    if (stats.nlink > 1n) {
      if (counted.has(stats.ino)) continue;
      counted.add(stats.ino);
    }
    bytes += diskBytes(stats);
  }
  return bytes;
}
