/** The same stream, with each error replaced by what `explain` returns. It reads nothing ahead. */
export function withErrors(
  body: ReadableStream<Uint8Array>,
  explain: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let hasLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader.read();
          // The reader cancelled while this read was under way.
          if (hasLeft) return;
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          if (!hasLeft) controller.error(explain(error));
        }
      },
      cancel: (reason) => {
        hasLeft = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
