import type { FileEntry } from "../domain/files/file-entry.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { VolumeEntry } from "../ports/volume.ts";

/** The public view of an entry. */
export function toFileEntry({ name, path, type, size, mtime }: VolumeEntry): FileEntry {
  return { name, path, type, size, mtime: toTimestamp(mtime) };
}
