export interface TextOptions {
  /** Called with true before each read, and with false when something has arrived. */
  readonly onReading?: (isReading: boolean) => void;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

/** The text of a stream as it arrives. Leaving the loop ends the stream. */
export async function* textOf(
  chunks: ReadableStream<Uint8Array>,
  { onReading, signal }: TextOptions = {},
): AsyncGenerator<string, void> {
  const reader = chunks.getReader();
  // Not every stream ends with the signal of the request that it answers.
  const leave = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", leave, { once: true });
  if (signal?.aborted === true) leave();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      onReading?.(true);
      const { value, done } = await reader.read();
      onReading?.(false);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    signal?.removeEventListener("abort", leave);
    await reader.cancel().catch(() => undefined);
  }
}
