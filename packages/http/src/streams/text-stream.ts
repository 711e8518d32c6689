/**
 * Texts as a stream, each one chunk, taken as fast as it is read. A source that fails breaks the answer off, so that a part is never
 * taken for the whole.
 */
export function textStream(
  texts: AsyncIterable<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = texts[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const next = await source.next();
            if (next.done === true) {
              controller.close();
              return;
            }
            if (next.value === "") continue;
            controller.enqueue(encoder.encode(next.value));
            return;
          }
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      async cancel() {
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
