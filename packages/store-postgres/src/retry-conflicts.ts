import type { Clock } from "@workspace-agent/core";
import { isConflict } from "./postgres-errors.ts";

const MAX_ATTEMPTS = 5;
/** Doubles with each attempt; a random part of it is waited. */
const FIRST_DELAY_MS = 10;

/** Does a transaction again that was undone for another's sake, a few times, each after a while of random length. */
export function retryConflicts(clock: Clock, random: () => number): <T>(run: () => Promise<T>) => Promise<T> {
  return async (run) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
        await clock.sleep(random() * FIRST_DELAY_MS * 2 ** attempt);
      }
    }
  };
}
