/** What `produce` writes, as it is read. Its failure breaks the stream off; a reader who goes away makes its writes fail. */
export function produced(
  produce: (writable: WritableStream<Uint8Array>) => Promise<void>,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const run = async () => {
    try {
      await produce(writable);
      await writable.close();
    } catch (error) {
      await writable.abort(error).catch(() => undefined);
    }
  };
  void run();
  return readable;
}
