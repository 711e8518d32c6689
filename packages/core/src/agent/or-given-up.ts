import type { Clock } from "../ports/clock.ts";

/** Resolves like `work`, or to null if work is still running `ms` after `signal` aborted. Then its outcome is ignored. */
export async function orGivenUp<T>(
  work: Promise<T>,
  signal: AbortSignal,
  clock: Clock,
  ms: number,
): Promise<T | null> {
  const { promise: givenUp, resolve } = Promise.withResolvers<null>();
  let grace: AbortController | null = null;
  const onAbort = () => {
    grace = new AbortController();
    void clock.sleep(ms, grace.signal).then(() => resolve(null));
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    const result = await Promise.race([work, givenUp]);
    if (result === null) work.catch(() => {});
    return result;
  } finally {
    signal.removeEventListener("abort", onAbort);
    (grace as AbortController | null)?.abort("settled");
  }
}
