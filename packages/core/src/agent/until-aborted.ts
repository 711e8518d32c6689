/** Whether a signal has aborted by now. A function, since the compiler takes the property for a constant. */
export function hasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Passes an iterable on until `signal` aborts, even when the iterable itself does not notice. */
export async function* untilAborted<T>(
  iterable: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = iterable[Symbol.asyncIterator]();
  let onAbort: () => void = () => {};
  const aborted = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    for (;;) {
      const next = iterator.next();
      const result = await Promise.race([next, aborted]);
      if (result === null) {
        // Nobody waits for this one any more: its failure is the abort itself.
        next.catch(() => {});
        return;
      }
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    iterator.return?.().catch(() => {});
  }
}
