import type { Clock } from "../ports/clock.ts";

/** Does work again and again, each time after a pause, until the signal aborts. */
export async function repeat(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: () => void | Promise<void>,
): Promise<void> {
  for (;;) {
    await clock.sleep(ms, signal);
    if (signal.aborted) return;
    await work();
  }
}

/** Does work, and repeats something beside it until it has ended. */
export async function whileRepeating<T>(
  clock: Clock,
  ms: number,
  beside: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const repeating = repeat(clock, ms, done.signal, beside);
  try {
    return await work();
  } finally {
    done.abort();
    await repeating;
  }
}
