/**
 * Chunks as a stream, read from their source only as fast as the stream is read. Texts become UTF-8, empty ones are left out. A source that
 * fails breaks the stream off, so that nobody takes a part for the complete answer.
 */
export function byteStream(
  chunks: AsyncIterable<string | Uint8Array>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = chunks[Symbol.asyncIterator]();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const next = await source.next();
            if (isCancelled) return;
            if (next.done === true) {
              controller.close();
              return;
            }
            if (next.value.length === 0) continue;
            controller.enqueue(typeof next.value === "string" ? encoder.encode(next.value) : next.value);
            return;
          }
        } catch (error) {
          if (isCancelled) return;
          onError(error);
          controller.error(error);
        }
      },
      async cancel() {
        isCancelled = true;
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
