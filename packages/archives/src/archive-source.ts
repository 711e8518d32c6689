import { streamBytes } from "./body.ts";

/** The bytes of an archive. They are read more than once and not always in order. */
export interface ArchiveSource {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` up to, and without, `end`. Both lie within the size. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

export function bytesSource(bytes: Uint8Array): ArchiveSource {
  return { size: bytes.length, read: async (start, end) => streamBytes(bytes, start, end) };
}
