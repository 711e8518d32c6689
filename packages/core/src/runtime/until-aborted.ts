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
  let giveUp: () => void = () => {};
  // A joined signal looks through its sources each time that it is asked.
  let isAborted = signal.aborted;
  const onAbort = () => {
    isAborted = true;
    giveUp();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (!isAborted) {
      // A promise of its own for each step: one for all would gather a reaction a token.
      const result = await new Promise<IteratorResult<T> | null>((resolve, reject) => {
        giveUp = () => resolve(null);
        iterator.next().then(resolve, reject);
      });
      if (result === null || result.done === true) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    iterator.return?.().catch(() => {});
  }
}
