import type { ArchiveInput } from "../archive-entry.ts";
import { streamBytes } from "../../files/body.ts";
import { produced } from "../produced.ts";

/** The first moment that a zip can say. */
const FIRST_MTIME = Date.UTC(1980, 0, 1, 12);
/** From here on sizes need 64 bits, with room for what packing may add. */
const LARGE_BYTES = 0xf000_0000;

/** A symbolic link, which everybody may read. */
const LINK_MODE = 0o120777;

/**
 * A zip of entries, made as it is read: memory does not grow with it. An entry that fails breaks the stream off, so that what
 * was read before is no whole zip.
 */
export function zipStream(
  entries: AsyncIterable<ArchiveInput> | Iterable<ArchiveInput>,
): ReadableStream<Uint8Array> {
  return produced(async (writable) => {
    // Loaded when it is needed: it is large.
    const { zipLibrary } = await import("./zip-library.ts");
    const zip = new (zipLibrary().ZipWriter)(writable, { preventClose: true, keepOrder: true });
    for await (const entry of entries) {
      const { path, size, executable, mtime = FIRST_MTIME } = entry;
      const lastModDate = new Date(Math.max(mtime, FIRST_MTIME));
      if (entry.type === "dir") {
        await zip.add(`${path}/`, undefined, { directory: true, lastModDate });
        continue;
      }
      if (entry.type === "symlink") {
        const target = new TextEncoder().encode(entry.target);
        const readable = streamBytes(target, 0, target.length);
        await zip.add(path, { readable }, { lastModDate, unixMode: LINK_MODE });
        continue;
      }
      const readable = await entry.body();
      await zip.add(path, { readable }, { lastModDate, executable, zip64: size > LARGE_BYTES });
    }
    await zip.close();
  });
}
