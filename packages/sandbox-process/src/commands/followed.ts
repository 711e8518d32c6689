/** Appends a text to a stream that is known only at its end; null: none. */
export function followed(
  stream: ReadableStream<Uint8Array>,
  note: () => Promise<string | null>,
): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(
      {
        async flush(controller) {
          const text = await note();
          if (text !== null) controller.enqueue(new TextEncoder().encode(text));
        },
      },
      undefined,
      { highWaterMark: 0 },
    ),
  );
}
