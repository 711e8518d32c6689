import type { Readable } from "node:stream";

const HIGH_WATER_BYTES = 65_536;

/**
 * A process's output as a web stream. Output that is not read blocks the process. After a reader cancels, the rest is discarded, so that the
 * process does not get a broken pipe.
 */
export function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          if (isOpen) controller.close();
          isOpen = false;
        };
        // The events are emitted only once.
        if (stream.readableEnded || stream.destroyed) end();
        stream.on("data", (chunk: Buffer) => {
          if (!isOpen) return;
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) stream.pause();
        });
        stream.once("end", end);
        stream.once("close", end);
        stream.once("error", end);
      },
      pull() {
        stream.resume();
      },
      cancel() {
        isOpen = false;
        stream.resume();
      },
    },
    { highWaterMark: HIGH_WATER_BYTES, size: (chunk) => chunk.byteLength },
  );
}
