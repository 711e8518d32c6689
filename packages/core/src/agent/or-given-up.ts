import type { Clock } from "../ports/clock.ts";

/**
 * What work gives, or null when it has been told to stop by `signal` and goes on for `ms` more all the same: nobody waits
 * for it then, and its failure is no one's.
 */
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
