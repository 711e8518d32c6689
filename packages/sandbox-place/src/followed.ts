/** A stream with a text at its end that is known only then; null: none. */
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
