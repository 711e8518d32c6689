/**
 * Batches as one JSON array, each batch one chunk, taken as fast as it is read. A source that fails breaks
 * the answer off, so that a part is never taken for the whole.
 */
export function jsonArray(
  batches: AsyncIterable<readonly unknown[]>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = batches[Symbol.asyncIterator]();
  let separator = "[";
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const next = await source.next();
            if (next.done === true) {
              controller.enqueue(encoder.encode(separator === "[" ? "[]" : "]"));
              controller.close();
              return;
            }
            if (next.value.length === 0) continue;
            controller.enqueue(
              encoder.encode(separator + next.value.map((item) => JSON.stringify(item)).join(",")),
            );
            separator = ",";
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
