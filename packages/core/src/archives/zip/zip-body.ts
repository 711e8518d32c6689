import type { FileEntry } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { SMALL_BYTES } from "../archive-entry.ts";
import { refusedEntry } from "../refusals.ts";
import type { WatchedSource } from "../watched-source.ts";
import { Crc32 } from "./crc32.ts";
import type { SourceReader } from "./source-reader.ts";

const DEFLATED = 8;

/** The library wants to know where bytes go, also where it gives none. */
const NOWHERE = new WritableStream();

/** Takes the bytes of an entry, and the end only where they are as many as it says and have its checksum. */
class BodyCheck {
  private readonly sum = new Crc32();
  private size = 0;

  constructor(
    private readonly entry: FileEntry,
    private readonly onBytes: (bytes: number) => void,
  ) {}

  take(chunk: Uint8Array): void {
    const { filename, uncompressedSize } = this.entry;
    this.size += chunk.length;
    this.onBytes(chunk.length);
    if (this.size > uncompressedSize) throw refusedEntry(filename, "has more bytes than it says");
    this.sum.add(chunk);
  }

  end(): void {
    const { filename, uncompressedSize, crc32 } = this.entry;
    if (this.size < uncompressedSize) throw refusedEntry(filename, "has fewer bytes than it says");
    if (this.sum.value !== crc32) throw refusedEntry(filename, "is damaged: it has a wrong checksum");
  }
}

function checked(check: BodyCheck): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      check.take(chunk);
      controller.enqueue(chunk);
    },
    flush: () => check.end(),
  });
}

/** Checks the entry's own header, and that it shares no byte with another entry. Gives where its packed bytes are. */
async function locate(entry: FileEntry): Promise<number> {
  await entry.getData(NOWHERE, { checkOverlappingEntryOnly: true });
  const { dataOffset } = entry.localDirectory ?? {};
  if (dataOffset === undefined) throw new Error("The zip library did not tell where an entry's bytes are.");
  return dataOffset;
}

/** The unpacked bytes of an entry, not checked yet. */
function unpacked(entry: FileEntry, zip: SourceReader, dataOffset: number): ReadableStream<Uint8Array> {
  const packed = zip.createReadable({ offset: dataOffset, size: entry.compressedSize });
  const inflate = () =>
    new DecompressionStream("deflate-raw") as ReadableWritablePair<Uint8Array, Uint8Array>;
  return entry.compressionMethod === DEFLATED ? packed.pipeThrough(inflate()) : packed;
}

/** What an error of an entry's bytes is thrown on as. */
function explained(entry: FileEntry, source: WatchedSource, error: unknown): unknown {
  const reason = source.explain(error);
  const isOurs = reason === error || source.hasFailed;
  return isOurs ? reason : refusedEntry(entry.filename, "is damaged", error);
}

/** Whether an entry's bytes may be held in memory, packed and unpacked. */
export function isSmall({ compressedSize, uncompressedSize }: FileEntry): boolean {
  return compressedSize <= SMALL_BYTES && uncompressedSize <= SMALL_BYTES;
}

/** All bytes of a small entry. */
export async function smallZipBody(
  entry: FileEntry,
  source: WatchedSource,
  zip: SourceReader,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array> {
  try {
    const dataOffset = await locate(entry);
    const check = new BodyCheck(entry, onBytes);
    const bytes =
      entry.compressionMethod === DEFLATED
        ? await collect(unpacked(entry, zip, dataOffset), check, entry.uncompressedSize)
        : await zip.readUint8Array(dataOffset, entry.compressedSize);
    if (entry.compressionMethod !== DEFLATED) check.take(bytes);
    check.end();
    return bytes;
  } catch (error) {
    throw explained(entry, source, error);
  }
}

async function collect(
  plain: ReadableStream<Uint8Array>,
  check: BodyCheck,
  size: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for await (const chunk of plain) {
    check.take(chunk);
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/**
 * The bytes of an entry. The library's own way runs through many streams for each entry, and a pool that all archives share; for
 * archives of small files that costs more than the unpacking.
 */
export function zipBody(
  entry: FileEntry,
  source: WatchedSource,
  zip: SourceReader,
  onBytes: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          reader ??= unpacked(entry, zip, await locate(entry))
            .pipeThrough(checked(new BodyCheck(entry, onBytes)))
            .getReader();
          const next = await reader.read();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          controller.error(explained(entry, source, error));
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
