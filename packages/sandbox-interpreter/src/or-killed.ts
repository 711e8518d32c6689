/** The result of `promise`, or null as soon as the signal of a command's kill aborts; then the promise goes on. */
export async function orKilled<T>(promise: Promise<T>, killed: AbortSignal): Promise<T | null> {
  const { promise: stopped, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  killed.addEventListener("abort", stop, { once: true });
  if (killed.aborted) stop();
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    killed.removeEventListener("abort", stop);
  }
}
