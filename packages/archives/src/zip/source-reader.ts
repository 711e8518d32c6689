import { Reader } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { collectBody, streamBytes } from "../body.ts";
import type { ArchiveSource } from "../archive-source.ts";
import { refusedArchive } from "../refusals.ts";

/** Headers of neighbours are read together. */
const BLOCK_BYTES = 65_536;
/** The list of entries is read at once. The entries within the default limits need far less. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** Lets the zip library read a source: small pieces from a block in memory, files as streams. */
export class SourceReader extends Reader<ArchiveSource> {
  private block: { readonly start: number; readonly bytes: Uint8Array } = {
    start: 0,
    bytes: new Uint8Array(),
  };

  constructor(private readonly source: ArchiveSource) {
    super(source);
    this.size = source.size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (index < 0 || length < 0) throw refusedArchive("is damaged");
    const start = Math.min(index, this.size);
    const end = Math.min(start + length, this.size);
    if (end - start > MAX_READ_BYTES) throw refusedArchive("has a list of entries that is too long");
    const { block } = this;
    const isHeld = start >= block.start && end <= block.start + block.bytes.length;
    if (!isHeld) {
      const stop = Math.min(Math.max(end, start + BLOCK_BYTES), this.size);
      const bytes = await collectBody(await this.source.read(start, stop), () => undefined);
      if (end - start > BLOCK_BYTES) return bytes;
      this.block = { start, bytes };
    }
    return this.block.bytes.slice(start - this.block.start, end - this.block.start);
  }

  override createReadable(
    options: { readonly offset?: number; readonly size?: number } = {},
  ): ReadableStream<Uint8Array> {
    const { offset = 0 } = options;
    const { size = this.size - offset } = options;
    if (size <= BLOCK_BYTES) return this.small(offset, size);
    let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          reader ??= (await this.source.read(offset, offset + size)).getReader();
          const next = await reader.read();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        },
        cancel: (reason) => reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  private small(offset: number, size: number): ReadableStream<Uint8Array> {
    if (size === 0) return streamBytes(new Uint8Array(), 0, 0);
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          controller.enqueue(await this.readUint8Array(offset, size));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }
}
