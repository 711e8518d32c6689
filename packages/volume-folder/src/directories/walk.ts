import type { HeldDirectory } from "./held-directory.ts";
import { Level, type Found, type WalkOptions } from "./level.ts";

export type { Found, WalkOptions } from "./level.ts";

/** The most directories that a walk holds open. Those above are reopened on the way back. */
const MOST_HELD = 24;
/** The most levels that a walk enters: a path of Linux, of 4,096 bytes, has fewer. Time and memory grow by the square of the depth. */
const MOST_LEVELS = 2_048;

/**
 * Yields everything below a directory, which stays open: sorted by name, each directory before its entries. Does not follow links.
 * Skips entries that vanish, become a link or cannot be read, and what is too deep.
 */
export async function* walk(start: HeldDirectory, options: WalkOptions): AsyncGenerator<Found, void> {
  const levels: Level[] = [];
  try {
    const first = await Level.open(start, [], start, options);
    if (first !== null) levels.push(first);
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const found = await level.next();
      if (found === null) {
        levels.pop();
        await level.leave();
        continue;
      }
      yield found;
      if (!options.recursive || !found.stats.isDirectory()) continue;
      if (levels.length === MOST_LEVELS) {
        options.onTooDeep?.();
        continue;
      }
      const below = await level.enter(found);
      if (below !== null) levels.push(below);
      await levels.at(-1 - MOST_HELD)?.release();
    }
  } finally {
    for (const level of levels.reverse()) await level.leave();
  }
}
