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
