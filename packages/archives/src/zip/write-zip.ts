import { SMALL_BYTES, type ArchiveInput } from "../archive-entry.ts";
import { ByteBlocks } from "../byte-blocks.ts";
import { timer, type Slicing } from "../next-task.ts";
import { produced } from "../produced.ts";
import { collectBody, streamBytes } from "../body.ts";
import { crc32 } from "./crc32.ts";
import { deflateSmall, deflateStream } from "./deflate.ts";
import {
  centralHeader,
  descriptor,
  localHeader,
  zipEnd,
  type ZipEntry,
  type ZipSizes,
} from "./zip-format.ts";

/** The first day that a zip can hold. */
const FIRST_MTIME = Date.UTC(1980, 0, 1, 12);
/** Above this, sizes get 64 bits; packing may add to them. */
const LARGE_BYTES = 0xf000_0000;
/** Bytes that are packed in one go: a few milliseconds. */
const SLICE_BYTES = 131_072;

const MODES = { file: 0o100644, program: 0o100755, dir: 0o040755, symlink: 0o120777 } as const;

const encoder = new TextEncoder();

/** Writes entry after entry, and at the end their list, which is all that it holds in memory. */
class ZipWriter {
  private readonly out: ByteBlocks;
  private readonly list: Uint8Array[] = [];
  private readonly headers = new ByteBlocks((block) => void this.list.push(block));
  private count = 0;
  private sliceLeft = SLICE_BYTES;

  constructor(
    write: (block: Uint8Array) => Promise<void>,
    private readonly nextTask: () => Promise<void>,
  ) {
    this.out = new ByteBlocks(write);
  }

  async add(input: ArchiveInput): Promise<void> {
    if (input.type === "dir") return this.addSmall(input, `${input.path}/`, MODES.dir, new Uint8Array());
    if (input.type === "symlink") {
      return this.addSmall(input, input.path, MODES.symlink, encoder.encode(input.target));
    }
    const mode = input.executable ? MODES.program : MODES.file;
    const body = await input.body();
    if (body instanceof Uint8Array && body.length <= SMALL_BYTES) {
      return this.addSmall(input, input.path, mode, body);
    }
    if (!(body instanceof Uint8Array) && input.size <= SMALL_BYTES) {
      return this.addSmall(
        input,
        input.path,
        mode,
        await collectBody(body, (size) => expectAtMost(size, input)),
      );
    }
    const stream = body instanceof Uint8Array ? streamBytes(body, 0, body.length) : body;
    return this.addStreamed(input, mode, stream);
  }

  async end(): Promise<void> {
    await this.headers.flush();
    const [length, offset] = [this.headers.length, this.out.length];
    for (const block of this.list) await this.out.push(block);
    await this.out.push(zipEnd(this.count, length, offset));
    await this.out.flush();
  }

  private async addSmall(
    { mtime = FIRST_MTIME }: ArchiveInput,
    name: string,
    mode: number,
    bytes: Uint8Array,
  ): Promise<void> {
    const packed = bytes.length === 0 ? bytes : await deflateSmall(bytes);
    const isDeflated = packed.length < bytes.length;
    const data = isDeflated ? packed : bytes;
    const fixed = { isDeflated, isStreamed: false, isLarge: false, offset: this.out.length };
    const entry = { name: encoder.encode(name), mode, mtime, ...fixed };
    const sizes = { crc: crc32(bytes), packed: data.length, size: bytes.length };
    await this.out.push(localHeader(entry, sizes));
    await this.out.push(data);
    await this.note(entry, sizes);
    this.sliceLeft -= bytes.length;
    if (this.sliceLeft > 0) return;
    this.sliceLeft = SLICE_BYTES;
    // However well it packs: a reader that receives nothing for long gives the connection up.
    await this.out.flush();
    await this.nextTask();
  }

  private async addStreamed(
    { path, size: expected, mtime = FIRST_MTIME }: ArchiveInput,
    mode: number,
    body: ReadableStream<Uint8Array>,
  ): Promise<void> {
    const fixed = { isDeflated: true, isStreamed: true, isLarge: expected > LARGE_BYTES };
    const entry = { name: encoder.encode(path), mode, mtime, offset: this.out.length, ...fixed };
    try {
      await this.out.push(localHeader(entry, null));
      // A file that is slow to read must not hold back what came before it.
      await this.out.flush();
    } catch (error) {
      // The reader has left, and nobody else reads the body.
      await body.cancel(error);
      throw error;
    }
    let [size, packed, crc] = [0, 0, 0];
    const summed = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        if (!entry.isLarge) expectAtMost(size, { path, size: LARGE_BYTES });
        controller.enqueue(chunk);
      },
    });
    for await (const chunk of deflateStream(body.pipeThrough(summed))) {
      packed += chunk.length;
      await this.out.push(chunk);
    }
    const sizes = { crc, packed, size };
    await this.out.push(descriptor(entry, sizes));
    await this.out.flush();
    await this.note(entry, sizes);
  }

  private async note(entry: ZipEntry, sizes: ZipSizes): Promise<void> {
    this.count += 1;
    await this.headers.push(centralHeader(entry, sizes));
  }
}

/** A file may have grown since its size was read. */
function expectAtMost(
  size: number,
  { path, size: most }: { readonly path: string; readonly size: number },
): void {
  if (size > most) throw new Error(`The file ${JSON.stringify(path)} became longer while it was read.`);
}

/**
 * A zip of entries, packed while it is read. Memory grows with the names only. The stream fails with the first entry that fails, so
 * that what was read is not a complete zip.
 */
export function zipStream(
  entries: AsyncIterable<ArchiveInput> | Iterable<ArchiveInput>,
  { nextTask = timer }: Slicing = {},
): ReadableStream<Uint8Array> {
  return produced(async (write) => {
    const zip = new ZipWriter(write, nextTask);
    for await (const entry of entries) await zip.add(entry);
    await zip.end();
  });
}
