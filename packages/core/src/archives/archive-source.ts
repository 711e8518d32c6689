import { streamBytes } from "../domain/files/body.ts";
import type { Volume } from "../ports/volume.ts";

/** The bytes of an archive, which are read more than once and not always in order. */
export interface ArchiveSource {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` up to, and without, `end`. Both lie within the size. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

export function bytesSource(bytes: Uint8Array): ArchiveSource {
  return { size: bytes.length, read: async (start, end) => streamBytes(bytes, start, end) };
}

/** A file of a volume. Nobody may change it while it is read: each reading opens it anew. */
export async function fileSource(volume: Pick<Volume, "read">, path: string): Promise<ArchiveSource> {
  const { entry, body } = await volume.read(path);
  await body.cancel();
  return {
    size: entry.size,
    read: async (start, end) =>
      start === end
        ? streamBytes(new Uint8Array(), 0, 0)
        : (await volume.read(path, { start, end: end - 1 })).body,
  };
}
