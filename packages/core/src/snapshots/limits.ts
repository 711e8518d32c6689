/** Files up to this size share packs; larger ones are divided into chunks. Part of the format: equal files have equal contents in it. */
export const PACKED_FILE_BYTES = 1_048_576;
/** The size of a chunk. Part of the format. */
export const CHUNK_BYTES = 4_194_304;
/** A pack is complete when it has this many bytes. */
export const PACK_BYTES = 8_388_608;
/** Texts up to this size are compared line by line, and read for rules. */
export const MAX_TEXT_BYTES = 1_048_576;
/** The deepest directory. */
export const MOST_LEVELS = 128;
/** Files, links and directories of a snapshot. */
export const MOST_ENTRIES = 1_000_000;
/** The paths that a result lists. */
export const MOST_PATHS = 1_000;
