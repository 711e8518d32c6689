import { byteStream } from "./byte-stream.ts";

async function* exactly(body: ReadableStream<Uint8Array>, size: number): AsyncGenerator<Uint8Array, void> {
  let left = size;
  for await (const chunk of body) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.byteLength;
    if (left <= 0) return;
  }
  if (left > 0) throw new Error("The file became shorter while it was read.");
}

/**
 * A body of exactly `size` bytes, as `Content-Length` promises. What the file grows by meanwhile is cut off, since a client would read it
 * as the next answer; a file that shrinks breaks the answer off.
 */
export function exactLength(
  body: ReadableStream<Uint8Array>,
  size: number,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return byteStream(exactly(body, size), onError);
}
