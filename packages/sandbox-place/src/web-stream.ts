import type { Readable } from "node:stream";

const HIGH_WATER_BYTES = 65_536;

/**
 * A process's output as a web stream. Output that is not read holds the process back; a reader that cancels lets the rest be
 * thrown away, so that the process is not killed by a pipe that nobody holds.
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
        // It says so once: who comes later would wait for ever.
        if (stream.readableEnded || stream.destroyed) end();
        stream.on("data", (chunk: Buffer) => {
          if (!isOpen) return;
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) stream.pause();
        });
        stream.once("end", end);
        stream.once("close", end);
        // A pipe that breaks has no more to give.
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
