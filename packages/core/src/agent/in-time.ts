import type { Clock } from "../ports/clock.ts";
import { IdleWatch } from "./idle-watch.ts";
import { hasAborted } from "../runtime/until-aborted.ts";

interface TimeLimit {
  readonly clock: Clock;
  /** Milliseconds between two calls of `touch`. */
  readonly idleMs: number;
  /** Milliseconds in total. Default: `idleMs`. */
  readonly totalMs?: number;
  readonly signal?: AbortSignal;
  /** Makes the error for a time limit that was reached. */
  readonly tooLong: () => Error;
}

/**
 * Runs work with a time limit. When the time is over or `signal` aborts, the work's own signal aborts, the promise rejects at once, and the
 * outcome of the work is ignored. Work calls `touch` to show progress.
 */
export async function inTime<T>(
  work: (signal: AbortSignal, touch: () => void) => Promise<T>,
  { clock, idleMs, totalMs = idleMs, signal, tooLong }: TimeLimit,
): Promise<T> {
  const idle = new IdleWatch(clock, idleMs);
  const total = new IdleWatch(clock, totalMs);
  const over = AbortSignal.any([idle.signal, total.signal]);
  const stop = signal === undefined ? over : AbortSignal.any([over, signal]);
  const gone = new AbortController();
  try {
    const stopped = new Promise<never>((_, reject) => {
      const onStop = () => reject(hasAborted(over) ? tooLong() : new Error("Stopped."));
      if (stop.aborted) onStop();
      else stop.addEventListener("abort", onStop, { once: true, signal: gone.signal });
    });
    const running = work(stop, () => idle.touch());
    running.catch(() => {});
    return await Promise.race([running, stopped]);
  } finally {
    gone.abort();
    idle.cancel();
    total.cancel();
  }
}
