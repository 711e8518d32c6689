import { collectBody } from "../domain/files/body.ts";
import type { Archive, ArchiveKind, ArchiveLimits } from "./archive-entry.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { detectArchive } from "./detect-archive.ts";
import { refusedArchive } from "./refusals.ts";
import { WatchedSource } from "./watched-source.ts";
import { readTarGz } from "./tar/read-tar-gz.ts";

const MAGIC_BYTES = 4;

export interface ReadArchiveOptions extends ArchiveLimits {
  /** What it has to be. Default: what its first bytes say. */
  readonly kind?: ArchiveKind;
}

/**
 * Opens an archive, checked in full: `invalid_path` for a name that is no path of a volume, `invalid_request` for links,
 * devices, what is there twice, encrypted, packed in an unknown way, damaged, cut off, or beyond the limits. The entry is
 * named. Memory does not grow with the archive, but by its names.
 */
export async function readArchive(source: ArchiveSource, options: ReadArchiveOptions): Promise<Archive> {
  const watched = new WatchedSource(source);
  const magic = await watched.read(0, Math.min(MAGIC_BYTES, source.size));
  const kind = detectArchive(await collectBody(magic, () => undefined));
  if (kind === null || kind !== (options.kind ?? kind)) {
    throw refusedArchive(`is no ${options.kind ?? "zip and no tar.gz"} file`);
  }
  try {
    if (kind === "tar.gz") return await readTarGz(watched, options);
    const { readZip } = await import("./zip/read-zip.ts");
    return await readZip(watched, options);
  } catch (error) {
    throw watched.explain(error);
  }
}
