import { collectBody } from "./body.ts";
import type { Archive, ArchiveKind, ArchiveLimits } from "./archive-entry.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { detectArchive } from "./detect-archive.ts";
import type { Slicing } from "./next-task.ts";
import { refusedArchive } from "./refusals.ts";
import { WatchedSource } from "./watched-source.ts";
import { readTarGz } from "./tar/read-tar-gz.ts";

const MAGIC_BYTES = 4;

export interface ReadArchiveOptions extends ArchiveLimits, Slicing {
  /** Any other kind is refused. Default: the kind that its first bytes show. */
  readonly kind?: ArchiveKind;
}

/**
 * Opens an archive and checks all its entries. Throws `invalid_path` for a name that is not the path of a file, `invalid_archive` for
 * links that lead out, devices, entries that appear twice, are encrypted, damaged or cut off, and for what exceeds the limits; the
 * message names the entry. Memory grows with the names only.
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
