const SLICE_BYTES = 1_048_576;

/** The body of a write failed. `reason` is its error, which is not one of the volume. */
export class BodyFailure extends Error {
  override readonly name = "BodyFailure";

  constructor(readonly reason: unknown) {
    super("The body failed.", { cause: reason });
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += SLICE_BYTES) {
    yield bytes.subarray(offset, offset + SLICE_BYTES);
  }
}

/** Yields the chunks of a body. Cancels the body when iteration stops early. Throws `BodyFailure`. */
export async function* chunksOf(body: Uint8Array | ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) {
    yield* slices(body);
    return;
  }
  const reader = body.getReader();
  let isOpen = true;
  try {
    for (;;) {
      const next = await reader.read().catch((error: unknown) => {
        isOpen = false;
        throw new BodyFailure(error);
      });
      if (next.done) {
        isOpen = false;
        return;
      }
      yield next.value;
    }
  } finally {
    if (isOpen) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
