import * as v from "valibot";
import { Count, shortText, wholeNumber } from "../wire.ts";

const MAX_PATH = 4_096;

export const VolumeNameSchema = v.picklist(["workspace", "afs"]);

/** A path in a volume. The volume checks its form. */
export const VolumePathSchema = v.pipe(v.string(), v.maxLength(MAX_PATH));

/** What a list of a directory contains. */
export const DirectoryQuerySchema = v.strictObject({
  recursive: v.optional(v.pipe(v.boolean(), v.description("Include subdirectories."))),
  limit: v.optional(v.pipe(wholeNumber(1, 10_000), v.description("Maximum number of entries.")), 1_000),
  q: v.optional(
    v.pipe(
      shortText(255),
      v.description("Only return entries whose name contains this text, ignoring case."),
    ),
  ),
});
export type DirectoryQuery = v.InferOutput<typeof DirectoryQuerySchema>;
export type DirectoryQueryInput = Readonly<v.InferInput<typeof DirectoryQuerySchema>>;

/** The bytes of a file to read. */
export const ReadOptionsSchema = v.strictObject({
  start: v.exactOptional(Count),
  end: v.exactOptional(Count),
});

const noticeEntries = {
  onSnapshot: v.exactOptional(
    v.custom<(publishedAt: number) => void>((value) => typeof value === "function", "must be a function"),
  ),
};
/** `SnapshotNotice`. */
export const SnapshotNoticeSchema = v.strictObject(noticeEntries);
/** `StatOptions`. */
export const StatOptionsSchema = v.strictObject({ ...noticeEntries, forWrite: v.exactOptional(v.boolean()) });
/** The bytes of a file to read, and a `SnapshotNotice`. */
export const FileReadOptionsSchema = v.strictObject({ ...ReadOptionsSchema.entries, ...noticeEntries });

/** The condition and the limits of a write. `ifMatch`: the etag of the file, without quotes; null if there must be no file. */
export const WriteOptionsSchema = v.strictObject({
  ifMatch: v.exactOptional(v.nullable(v.string())),
  maxBytes: v.exactOptional(Count),
  mode: v.exactOptional(v.pipe(Count, v.maxValue(0o777))),
});
