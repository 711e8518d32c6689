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
  const over = new AbortController();
  const givenUp = new Promise<null>((resolve) => {
    const onAbort = () => void clock.sleep(ms, over.signal).then(() => resolve(null));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true, signal: over.signal });
  });
  try {
    const result = await Promise.race([work, givenUp]);
    if (result === null) work.catch(() => {});
    return result;
  } finally {
    over.abort("settled");
  }
}
