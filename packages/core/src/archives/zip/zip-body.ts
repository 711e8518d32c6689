import type { FileEntry } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { refusedEntry } from "../refusals.ts";
import type { WatchedSource } from "../watched-source.ts";
import { Crc32 } from "./crc32.ts";
import type { SourceReader } from "./source-reader.ts";

const DEFLATED = 8;

/** Lets the bytes through, and the end only where they are as many as the entry says and have its checksum. */
function checked(
  entry: FileEntry,
  onBytes: (bytes: number) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const { filename, uncompressedSize, crc32 } = entry;
  const sum = new Crc32();
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      onBytes(chunk.length);
      if (size > uncompressedSize) throw refusedEntry(filename, "has more bytes than it says");
      sum.add(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      if (size < uncompressedSize) throw refusedEntry(filename, "has fewer bytes than it says");
      if (sum.value !== crc32) throw refusedEntry(filename, "is damaged: it has a wrong checksum");
    },
  });
}

/** Checks the entry's own header, and that it shares no byte with another entry. Then its packed bytes, unpacked. */
async function open(
  entry: FileEntry,
  zip: SourceReader,
  onBytes: (bytes: number) => void,
): Promise<ReadableStream<Uint8Array>> {
  await entry.getData(new WritableStream(), { checkOverlappingEntryOnly: true });
  const { dataOffset } = entry.localDirectory ?? {};
  if (dataOffset === undefined) throw new Error("The zip library did not tell where an entry's bytes are.");
  const packed = zip.createReadable({ offset: dataOffset, size: entry.compressedSize });
  const inflate = () =>
    new DecompressionStream("deflate-raw") as ReadableWritablePair<Uint8Array, Uint8Array>;
  const plain = entry.compressionMethod === DEFLATED ? packed.pipeThrough(inflate()) : packed;
  return plain.pipeThrough(checked(entry, onBytes));
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
  const explain = (error: unknown) => {
    const explained = source.explain(error);
    const isOurs = explained === error || source.hasFailed;
    return isOurs ? explained : refusedEntry(entry.filename, "is damaged", error);
  };
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          reader ??= (await open(entry, zip, onBytes)).getReader();
          const next = await reader.read();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          controller.error(explain(error));
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
