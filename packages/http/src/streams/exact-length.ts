/**
 * A body of exactly `size` bytes, as `Content-Length` promised: what a file grew meanwhile is cut off (the rest
 * would be read as the next answer on the connection), and one that shrank breaks the answer off.
 */
export function exactLength(
  body: ReadableStream<Uint8Array>,
  size: number,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = size;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = left === 0 ? null : await reader.read();
          if (next === null) {
            controller.close();
            await reader.cancel();
          } else if (next.done) {
            throw new Error("The file became shorter while it was read.");
          } else {
            const chunk = next.value.subarray(0, left);
            left -= chunk.byteLength;
            controller.enqueue(chunk);
            if (left > 0) return;
            controller.close();
            await reader.cancel();
          }
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      async cancel(reason) {
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
