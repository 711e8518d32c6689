import type { Entry } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { entryPath } from "../entry-path.ts";
import type { ArchiveMember } from "../archive-entry.ts";
import { refusedEntry, refusedName } from "../refusals.ts";

const STORED = 0;
const DEFLATED = 8;
/** The kind of file in the upper half of a Unix mode. */
const TYPE_BITS = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Names are UTF-8, whether or not the entry says so. */
export function decodeZipText(bytes: Uint8Array, _encoding: string, type: "filename" | "comment"): string {
  try {
    return decoder.decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes);
    if (type === "comment") return text;
    throw refusedName(text, "The name is not UTF-8.");
  }
}

function checkKind(entry: Entry): void {
  const { filename } = entry;
  if (entry.encrypted) throw refusedEntry(filename, "is encrypted");
  if (entry.symlink) throw refusedEntry(filename, "is a symbolic link");
  for (const mode of [entry.unixMode, entry.unixExternalUpper]) {
    const type = (mode ?? 0) & TYPE_BITS;
    if (type !== 0 && type !== REGULAR && type !== DIRECTORY) {
      throw refusedEntry(filename, "is no file and no directory");
    }
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw refusedEntry(filename, "is packed in a way that is not supported");
  }
}

/** What an entry of the list says, checked; null for the root itself. */
export function zipMember(entry: Entry): ArchiveMember | null {
  const { filename, directory, uncompressedSize, compressedSize, executable } = entry;
  checkKind(entry);
  if (decoder.decode(entry.rawFilename) !== filename) throw refusedEntry(filename, "has two names");
  const path = entryPath(filename);
  if (directory && uncompressedSize > 0) throw refusedEntry(filename, "is a directory with bytes");
  if (!directory && (path === null || filename.endsWith("/"))) {
    throw refusedEntry(filename, "is a file with the name of a directory");
  }
  if (entry.compressionMethod === STORED && uncompressedSize !== compressedSize) {
    throw refusedEntry(filename, "has two sizes");
  }
  if (path === null) return null;
  return {
    path,
    type: directory ? "dir" : "file",
    size: uncompressedSize,
    executable: !directory && executable,
  };
}
