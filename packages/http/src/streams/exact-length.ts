import { byteStream } from "./byte-stream.ts";

/**
 * A body of exactly `size` bytes, as `Content-Length` promises. What the file grows by meanwhile is cut off, since a client would read it
 * as the next answer; a file that shrinks breaks the answer off.
 */
export function exactLength(
  body: ReadableStream<Uint8Array>,
  size: number,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = size;
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await reader.cancel();
    return { done: true, value: undefined };
  };
  // Not a generator: one that nobody has read from would not close the file.
  const chunks: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (left === 0) return await end();
      const { done, value } = await reader.read();
      if (done) throw new Error("The file became shorter while it was read.");
      const chunk = value.subarray(0, left);
      left -= chunk.byteLength;
      return { done: false, value: chunk };
    },
    return: end,
  };
  return byteStream({ [Symbol.asyncIterator]: () => chunks }, onError);
}
