import { SMALL_BYTES, type ArchiveInput } from "../archive-entry.ts";
import { ByteBlocks } from "../byte-blocks.ts";
import { produced } from "../produced.ts";
import { collectBody, streamBytes } from "../../domain/files/body.ts";
import { nextTask } from "../../runtime/next-task.ts";
import { Crc32 } from "./crc32.ts";
import { deflateSmall, deflateStream } from "./deflate.ts";
import {
  centralHeader,
  descriptor,
  localHeader,
  zipEnd,
  type ZipEntry,
  type ZipSizes,
} from "./zip-format.ts";

/** The first moment that a zip can say. */
const FIRST_MTIME = Date.UTC(1980, 0, 1, 12);
/** From here on sizes need 64 bits, with room for what packing may add. */
const LARGE_BYTES = 0xf000_0000;
/** Bytes that are packed before the rest of the process gets its turn: a few milliseconds. */
const SLICE_BYTES = 131_072;

const MODES = { file: 0o100644, program: 0o100755, dir: 0o040755, symlink: 0o120777 } as const;

const encoder = new TextEncoder();

/** Writes entry after entry, and at the end their list, which alone grows with their number. */
class ZipWriter {
  private readonly out: ByteBlocks;
  private readonly list: Uint8Array[] = [];
  private readonly headers = new ByteBlocks((block) => void this.list.push(block));
  private count = 0;
  private sliceLeft = SLICE_BYTES;

  constructor(write: (block: Uint8Array) => Promise<void>) {
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
    const sum = new Crc32();
    sum.add(bytes);
    const fixed = { isDeflated, isStreamed: false, isLarge: false, offset: this.out.length };
    const entry = { name: encoder.encode(name), mode, mtime, ...fixed };
    const sizes = { crc: sum.value, packed: data.length, size: bytes.length };
    await this.out.push(localHeader(entry, sizes));
    await this.out.push(data);
    await this.note(entry, sizes);
    this.sliceLeft -= bytes.length;
    if (this.sliceLeft > 0) return;
    this.sliceLeft = SLICE_BYTES;
    // However well it packs: a reader that sees nothing for long takes the connection for broken.
    await this.out.flush();
    await nextTask();
  }

  private async addStreamed(
    { path, size: expected, mtime = FIRST_MTIME }: ArchiveInput,
    mode: number,
    body: ReadableStream<Uint8Array>,
  ): Promise<void> {
    const fixed = { isDeflated: true, isStreamed: true, isLarge: expected > LARGE_BYTES };
    const entry = { name: encoder.encode(path), mode, mtime, offset: this.out.length, ...fixed };
    await this.out.push(localHeader(entry, null));
    // A file that is slow to read holds back nothing of what came before it.
    await this.out.flush();
    const sum = new Crc32();
    let [size, packed] = [0, 0];
    const summed = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sum.add(chunk);
        size += chunk.length;
        if (!entry.isLarge) expectAtMost(size, { path, size: LARGE_BYTES });
        controller.enqueue(chunk);
      },
    });
    for await (const chunk of deflateStream(body.pipeThrough(summed))) {
      packed += chunk.length;
      await this.out.push(chunk);
    }
    const sizes = { crc: sum.value, packed, size };
    await this.out.push(descriptor(entry, sizes));
    await this.out.flush();
    await this.note(entry, sizes);
  }

  private async note(entry: ZipEntry, sizes: ZipSizes): Promise<void> {
    this.count += 1;
    await this.headers.push(centralHeader(entry, sizes));
  }
}

/** A file that grew since it was looked at has no room for what it became. */
function expectAtMost(
  size: number,
  { path, size: most }: { readonly path: string; readonly size: number },
): void {
  if (size > most) throw new Error(`The file ${JSON.stringify(path)} became longer while it was read.`);
}

/**
 * A zip of entries, made as it is read: memory grows with their names alone. An entry that fails breaks the stream off, so that what
 * was read before is no whole zip.
 */
export function zipStream(
  entries: AsyncIterable<ArchiveInput> | Iterable<ArchiveInput>,
): ReadableStream<Uint8Array> {
  return produced(async (write) => {
    const zip = new ZipWriter(write);
    for await (const entry of entries) await zip.add(entry);
    await zip.end();
  });
}
