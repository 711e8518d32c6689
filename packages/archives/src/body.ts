const CHUNK_BYTES = 65_536;

/** All bytes of a body, copied. `onSize` sees the size after each chunk and may throw, which cancels the body. */
export async function collectBody(
  body: Uint8Array | ReadableStream<Uint8Array>,
  onSize: (size: number) => void,
): Promise<Uint8Array> {
  if (body instanceof Uint8Array) {
    onSize(body.length);
    return body.slice();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    onSize(size);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** A part of `bytes` as a stream. Each chunk is a copy, so that no reader can change the original. */
export function streamBytes(bytes: Uint8Array, start: number, stop: number): ReadableStream<Uint8Array> {
  let offset = start;
  return new ReadableStream({
    pull(controller) {
      const end = Math.min(offset + CHUNK_BYTES, stop);
      if (end > offset) controller.enqueue(bytes.slice(offset, end));
      offset = end;
      if (offset === stop) controller.close();
    },
  });
}
