import { byteStream } from "./byte-stream.ts";

async function* asArray(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string, void> {
  let separator = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

/** Batches of serialized values as one array, each batch as one chunk. */
export function jsonArray(
  batches: AsyncIterable<readonly string[]>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return byteStream(asArray(batches), onError);
}
