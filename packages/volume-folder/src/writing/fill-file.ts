import type { FileHandle } from "node:fs/promises";
import { chunksOf } from "./body.ts";

/** Small chunks are combined up to these limits. */
const BATCH_BYTES = 262_144;
const BATCH_CHUNKS = 256;

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[], position: number): Promise<void> {
  let rest = [...chunks];
  let offset = position;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, offset);
    offset += bytesWritten;
    let written = bytesWritten;
    while (rest[0] !== undefined && written >= rest[0].length) {
      written -= rest[0].length;
      rest = rest.slice(1);
    }
    if (rest[0] !== undefined && written > 0) rest[0] = rest[0].subarray(written);
  }
}

/** Writes a body to an empty file, and returns its length. Calls `admit` before each chunk, which may throw. Reads ahead while it writes. */
export async function fillFile(
  handle: FileHandle,
  body: Uint8Array | ReadableStream<Uint8Array>,
  admit: (bytes: number) => Promise<void>,
): Promise<number> {
  if (body instanceof Uint8Array && body.length <= BATCH_BYTES) {
    if (body.length === 0) return 0;
    await admit(body.length);
    await writeAll(handle, [body], 0);
    return body.length;
  }
  let position = 0;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    writing = writeAll(handle, batch, position);
    // Awaited before the next batch and at the end.
    writing.catch(() => {});
    position += batchBytes;
    batch = [];
    batchBytes = 0;
  }

  try {
    for await (const chunk of chunksOf(body)) {
      if (chunk.length === 0) continue;
      await admit(chunk.length);
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes >= BATCH_BYTES || batch.length >= BATCH_CHUNKS) await flush();
    }
    await flush();
  } finally {
    await writing;
  }
  return position;
}
