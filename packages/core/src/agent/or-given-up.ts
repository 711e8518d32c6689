import type { Clock } from "../ports/clock.ts";

/** How long to wait for a tool after its signal aborted, in milliseconds. */
const STOP_GRACE_MS = 5_000;

/** Resolves like `work`, or to null if work is still running 5 s after `signal` aborted. Then its outcome is ignored. */
export async function orGivenUp<T>(work: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T | null> {
  const { promise: givenUp, resolve } = Promise.withResolvers<null>();
  const settled = new AbortController();
  const onAbort = () => void clock.sleep(STOP_GRACE_MS, settled.signal).then(() => resolve(null));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true, signal: settled.signal });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    settled.abort("settled");
  }
}
