import type { Clock } from "../../ports/clock.ts";
import { isStoreBusy } from "../test-store/test-store.ts";

export interface FakeClock extends Clock {
  /**
   * Moves time on by `ms`. Sleepers that fall due wake one after another in the order of their deadlines, each at
   * its own time, and what they do runs (timers apart) before the next wakes; sleeps that they begin count too.
   */
  advance(ms: number): Promise<void>;
  /** Moves the wall time alone, as when somebody sets the clock. */
  jump(ms: number): void;
  /** How many sleep now. */
  readonly sleeping: number;
}

interface Sleeper {
  readonly deadline: number;
  readonly wake: () => void;
}

const round = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** In real milliseconds: a call may be waiting for this very clock. */
const MAX_STORE_WAIT_MS = 10_000;

/** One round of the event loop: every microtask that is ready, and what those make ready, has run after it. Calls of a remote store are awaited. */
async function settle(): Promise<void> {
  await round();
  const end = performance.now() + MAX_STORE_WAIT_MS;
  while (isStoreBusy() && performance.now() < end) {
    while (isStoreBusy() && performance.now() < end) await round();
    await round();
  }
}

/** A clock that stands still until `advance` is called. `start` is its wall time, in milliseconds since 1970. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let elapsed = 0;
  let wallOffset = start;
  const sleepers: Sleeper[] = [];

  function takeDue(until: number): Sleeper | undefined {
    const first = sleepers[0];
    return first !== undefined && first.deadline <= until ? sleepers.shift() : undefined;
  }

  return {
    now: () => wallOffset + elapsed,
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve();
          return;
        }
        const sleeper: Sleeper = {
          deadline: elapsed + Math.max(0, ms),
          wake: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
        };
        const abort = () => {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          sleeper.wake();
        };
        signal?.addEventListener("abort", abort, { once: true });
        const later = sleepers.findIndex((other) => other.deadline > sleeper.deadline);
        sleepers.splice(later === -1 ? sleepers.length : later, 0, sleeper);
      }),
    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (let due = takeDue(until); due !== undefined; due = takeDue(until)) {
        elapsed = Math.max(elapsed, due.deadline);
        due.wake();
        await settle();
      }
      elapsed = Math.max(elapsed, until);
    },
    jump(ms) {
      wallOffset += ms;
    },
    get sleeping() {
      return sleepers.length;
    },
  };
}
