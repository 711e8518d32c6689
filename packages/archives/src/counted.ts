/** Passes chunks through. `onBytes` receives the length of each first, and may throw to fail the stream. */
export function counted(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
}
