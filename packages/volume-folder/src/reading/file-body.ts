import type { FileHandle } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";

export const CHUNK_BYTES = 262_144;

const shrank = () => new DomainError("precondition_failed", "The file became shorter while it was read.");

/** Reads a range completely, and returns it as a stream of one chunk. */
export async function readAll(
  handle: FileHandle,
  start: number,
  stop: number,
): Promise<ReadableStream<Uint8Array>> {
  const bytes = new Uint8Array(stop - start);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length);
    if (bytesRead === 0) throw shrank();
    length += bytesRead;
  }
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      if (length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/**
 * Streams the bytes from `start` up to, but not including, `stop`, and reads them on demand. Closes the handle at the end, after an error
 * and when it is cancelled. Fails where the file became shorter. `failure` gives the error of the stream for one of a read.
 */
export function streamFile(
  handle: Pick<FileHandle, "read" | "close">,
  start: number,
  stop: number,
  failure = (error: unknown) => error,
): ReadableStream<Uint8Array> {
  let position = start;

  async function fill({ buffer, byteOffset, byteLength }: ArrayBufferView): Promise<number> {
    const target = new Uint8Array(buffer, byteOffset, Math.min(byteLength, stop - position));
    const { bytesRead } = await handle.read(target, 0, target.length, position);
    if (bytesRead === 0) throw shrank();
    position += bytesRead;
    return bytesRead;
  }

  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: CHUNK_BYTES,
    async pull(controller) {
      const request = controller.byobRequest;
      if (request?.view == null) return;
      try {
        const bytesRead = await fill(request.view);
        if (position === stop) await handle.close();
        request.respond(bytesRead);
        if (position === stop) controller.close();
      } catch (error) {
        await handle.close();
        throw failure(error);
      }
    },
    cancel: () => handle.close(),
  });
}
