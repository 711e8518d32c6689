/** A stream of what `produce` writes. It fails if `produce` fails; after a cancel, writes fail. */
export function produced(
  produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const run = async () => {
    try {
      await produce((bytes) => writer.write(bytes));
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
    }
  };
  void run();
  return readable;
}
