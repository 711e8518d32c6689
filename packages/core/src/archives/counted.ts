/** Lets chunks through after `onBytes` saw their length; what it throws breaks the stream off. */
export function counted(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
}
