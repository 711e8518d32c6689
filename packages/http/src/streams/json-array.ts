import { textStream } from "./text-stream.ts";

async function* asArray(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void> {
  let separator = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((item) => JSON.stringify(item)).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

/** Batches as one JSON array, each batch one chunk. See `textStream`. */
export function jsonArray(
  batches: AsyncIterable<readonly unknown[]>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return textStream(asArray(batches), onError);
}
