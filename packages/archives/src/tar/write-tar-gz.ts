import { createTarPacker } from "modern-tar";
import { streamBytes } from "../body.ts";
import type { ArchiveInput } from "../archive-entry.ts";

const FIRST_MTIME = Date.UTC(1980, 0, 1, 12);

async function pack(
  controller: ReturnType<typeof createTarPacker>["controller"],
  entries: AsyncIterable<ArchiveInput> | Iterable<ArchiveInput>,
): Promise<void> {
  for await (const entry of entries) {
    const { path, size, executable, mtime: time = FIRST_MTIME } = entry;
    const mtime = new Date(time);
    if (entry.type === "dir") {
      await controller.add({ name: `${path}/`, size: 0, type: "directory", mtime, mode: 0o755 }).close();
      continue;
    }
    if (entry.type === "symlink") {
      const linkname = entry.target;
      await controller.add({ name: path, size: 0, type: "symlink", linkname, mtime, mode: 0o777 }).close();
      continue;
    }
    const body = await entry.body();
    await (body instanceof Uint8Array ? streamBytes(body, 0, body.length) : body).pipeTo(
      controller.add({ name: path, size, type: "file", mtime, mode: executable ? 0o755 : 0o644 }),
    );
  }
  controller.finalize();
}

/** A tar.gz of entries, packed while it is read. The stream fails where a body does not have the `size` of its entry. */
export function tarGzStream(
  entries: AsyncIterable<ArchiveInput> | Iterable<ArchiveInput>,
): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  pack(controller, entries).catch((error: unknown) => {
    controller.error(error);
  });
  return readable.pipeThrough(new CompressionStream("gzip"));
}
