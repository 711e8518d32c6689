import type { Clock } from "../ports/clock.ts";
import { hasAborted } from "../runtime/until-aborted.ts";
import { Countdown } from "./countdown.ts";

interface TimeLimit {
  readonly clock: Clock;
  /** Milliseconds between two calls of `touch`. */
  readonly idleMs: number;
  /** Milliseconds in total. Default: any number. */
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
  { clock, idleMs, totalMs, signal, tooLong }: TimeLimit,
): Promise<T> {
  const countdown = new Countdown(clock, idleMs, totalMs);
  const stop = signal === undefined ? countdown.signal : AbortSignal.any([countdown.signal, signal]);
  const gone = new AbortController();
  try {
    const stopped = new Promise<never>((_, reject) => {
      const onStop = () => reject(hasAborted(countdown.signal) ? tooLong() : new Error("Stopped."));
      if (stop.aborted) onStop();
      else stop.addEventListener("abort", onStop, { once: true, signal: gone.signal });
    });
    const running = work(stop, () => countdown.touch());
    running.catch(() => {});
    return await Promise.race([running, stopped]);
  } finally {
    gone.abort();
    countdown.cancel();
  }
}
