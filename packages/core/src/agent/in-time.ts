import type { Clock } from "../ports/clock.ts";
import { IdleWatch } from "./idle-watch.ts";
import { hasAborted } from "../runtime/until-aborted.ts";

export interface TimeLimit {
  readonly clock: Clock;
  /** Milliseconds without a sign of life. */
  readonly idleMs: number;
  /** Milliseconds in all. Default: `idleMs`. */
  readonly totalMs?: number;
  readonly signal?: AbortSignal;
  /** What is thrown when the time is over. */
  readonly tooLong: () => Error;
}

/**
 * What work gives, unless its time is over or `signal` aborts: the work is told by its own signal and not waited for, and its outcome is
 * no one's. `touch` is a sign of life.
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
