import type { ArchiveKind } from "./archive-entry.ts";

/** The media types of archives. */
export const ARCHIVE_TYPES: Readonly<Record<string, ArchiveKind>> = {
  "application/zip": "zip",
  "application/x-zip-compressed": "zip",
  "application/gzip": "tar.gz",
  "application/x-gzip": "tar.gz",
  "application/x-tar+gzip": "tar.gz",
};

function kindOfBytes([first, second, third, fourth]: Uint8Array): ArchiveKind | null {
  if (first === 0x1f && second === 0x8b) return "tar.gz";
  // "PK", then the first header of a file, or the end of an archive without files.
  const isZip = first === 0x50 && second === 0x4b;
  return isZip && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6)) ? "zip" : null;
}

/** The kind of the archive that has this `Content-Type`, or these first bytes (four are enough); null for anything else. */
export function detectArchive(hint: string | Uint8Array): ArchiveKind | null {
  if (typeof hint !== "string") return kindOfBytes(hint);
  const [type = ""] = hint.split(";");
  const name = type.trim().toLowerCase();
  return Object.hasOwn(ARCHIVE_TYPES, name) ? (ARCHIVE_TYPES[name] ?? null) : null;
}
