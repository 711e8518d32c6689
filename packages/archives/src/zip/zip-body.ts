import type { FileEntry } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { SMALL_BYTES } from "../archive-entry.ts";
import { refusedEntry } from "../refusals.ts";
import type { WatchedSource } from "../watched-source.ts";
import { crc32 } from "./crc32.ts";
import type { SourceReader } from "./source-reader.ts";

const DEFLATED = 8;

/** The library needs a destination, even for no bytes. */
const NOWHERE = new WritableStream();

/** Checks the entry's own header, and that it shares no byte with another entry. Returns the position of its packed bytes. */
async function locate(entry: FileEntry): Promise<number> {
  await entry.getData(NOWHERE, { checkOverlappingEntryOnly: true });
  const { dataOffset } = entry.localDirectory ?? {};
  if (dataOffset === undefined) throw new Error("The zip library did not tell where an entry's bytes are.");
  return dataOffset;
}

/** What to throw for an error of an entry's bytes. */
function explained(entry: FileEntry, source: WatchedSource, error: unknown): unknown {
  const reason = source.explain(error);
  const isOurs = reason === error || source.hasFailed;
  return isOurs ? reason : refusedEntry(entry.filename, "is damaged", error);
}

/** The unpacked bytes of an entry. Throws at the end unless they have the declared size and checksum. */
async function* unpacked(
  entry: FileEntry,
  source: WatchedSource,
  zip: SourceReader,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const { filename, compressionMethod, compressedSize, uncompressedSize } = entry;
  let [size, sum] = [0, 0];
  try {
    const packed = zip.createReadable({ offset: await locate(entry), size: compressedSize });
    const inflate = () =>
      new DecompressionStream("deflate-raw") as ReadableWritablePair<Uint8Array, Uint8Array>;
    for await (const chunk of compressionMethod === DEFLATED ? packed.pipeThrough(inflate()) : packed) {
      size += chunk.length;
      onBytes(chunk.length);
      if (size > uncompressedSize) throw refusedEntry(filename, "has more bytes than it says");
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (size < uncompressedSize) throw refusedEntry(filename, "has fewer bytes than it says");
    if (sum !== entry.crc32) throw refusedEntry(filename, "is damaged: it has a wrong checksum");
  } catch (error) {
    throw explained(entry, source, error);
  }
}

/** Whether an entry's bytes may be held in memory, packed and unpacked. */
export function isSmall({ compressedSize, uncompressedSize }: FileEntry): boolean {
  return compressedSize <= SMALL_BYTES && uncompressedSize <= SMALL_BYTES;
}

/** All bytes of a small entry. */
export async function smallZipBody(...entry: Parameters<typeof unpacked>): Promise<Uint8Array> {
  const bytes = new Uint8Array(entry[0].uncompressedSize);
  let offset = 0;
  for await (const chunk of unpacked(...entry)) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/**
 * The bytes of an entry. The library itself would run each through many streams and a pool that all archives share, which takes more
 * than twice the time for small files.
 */
export function zipBody(...entry: Parameters<typeof unpacked>): ReadableStream<Uint8Array> {
  const chunks = unpacked(...entry);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
