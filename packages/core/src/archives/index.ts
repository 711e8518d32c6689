export type * from "./archive-entry.ts";
export { bytesSource, fileSource, type ArchiveSource } from "./archive-source.ts";
export { ARCHIVE_TYPES, detectArchive } from "./detect-archive.ts";
export { readArchive, type ReadArchiveOptions } from "./read-archive.ts";
export { tarGzStream } from "./tar/write-tar-gz.ts";
export { zipStream } from "./zip/write-zip.ts";
