import type { Entry, FileEntry } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { entryPath } from "../entry-path.ts";
import { decodeName, decodeTarget } from "../entry-text.ts";
import type { ArchiveMember } from "../archive-entry.ts";
import { refusedEntry } from "../refusals.ts";

const STORED = 0;
const DEFLATED = 8;
/** The kind of file in the upper half of a Unix mode. */
const TYPE_BITS = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;
const LINK = 0o120000;
/** A path has 4,095 bytes at most. */
const MAX_TARGET_BYTES = 4_095;

/** Names are UTF-8, whether or not the entry says so. */
export function decodeZipText(bytes: Uint8Array, _encoding: string, type: "filename" | "comment"): string {
  return type === "comment" ? new TextDecoder().decode(bytes) : decodeName(bytes);
}

/** Both modes that an entry can have, where it has them. */
function typesOf({ unixMode, unixExternalUpper }: Entry): readonly number[] {
  return [unixMode, unixExternalUpper].map((mode) => (mode ?? 0) & TYPE_BITS).filter((type) => type !== 0);
}

function checkKind(entry: Entry): void {
  const { filename } = entry;
  if (entry.encrypted) throw refusedEntry(filename, "is encrypted");
  const types = typesOf(entry);
  if (types.some((type) => ![REGULAR, DIRECTORY, LINK].includes(type))) {
    throw refusedEntry(filename, "is no file, no directory and no link");
  }
  if (types.includes(LINK) && (entry.directory || types.some((type) => type !== LINK))) {
    throw refusedEntry(filename, "is a symbolic link and something else");
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw refusedEntry(filename, "is packed in a way that is not supported");
  }
}

/** The checked member of an entry; null for the root itself. `read` returns the bytes of a link, which are its target. */
export async function zipMember(
  entry: Entry,
  read: (link: FileEntry) => Promise<Uint8Array>,
): Promise<ArchiveMember | null> {
  const { filename, directory, uncompressedSize, compressedSize, executable } = entry;
  checkKind(entry);
  if (decodeName(entry.rawFilename) !== filename) throw refusedEntry(filename, "has two names");
  const path = entryPath(filename);
  if (directory && uncompressedSize > 0) throw refusedEntry(filename, "is a directory with bytes");
  if (!directory && (path === null || filename.endsWith("/"))) {
    throw refusedEntry(filename, "is a file with the name of a directory");
  }
  if (entry.compressionMethod === STORED && uncompressedSize !== compressedSize) {
    throw refusedEntry(filename, "has two sizes");
  }
  if (path === null) return null;
  if (entry.directory) return { path, type: "dir", size: 0, executable: false };
  if (!typesOf(entry).includes(LINK)) return { path, type: "file", size: uncompressedSize, executable };
  if (uncompressedSize > MAX_TARGET_BYTES)
    throw refusedEntry(filename, "is a symbolic link that is too long");
  return {
    path,
    type: "symlink",
    size: 0,
    executable: false,
    target: decodeTarget(filename, await read(entry)),
  };
}
