/** The result of a wait that was aborted. */
export const ABORTED = Symbol("aborted");

/** The result of `promise`, or `ABORTED` as soon as the signal aborts; then the promise goes on, and its failure is ignored. */
export async function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | typeof ABORTED> {
  if (signal === undefined) return promise;
  promise.catch(() => {});
  if (signal.aborted) return ABORTED;
  const { promise: stopped, resolve } = Promise.withResolvers<typeof ABORTED>();
  const stop = () => resolve(ABORTED);
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([promise, stopped]).finally(() => signal.removeEventListener("abort", stop));
}
