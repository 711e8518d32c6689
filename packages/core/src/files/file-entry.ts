import * as v from "valibot";
import { TimestampSchema } from "../wire.ts";

const Size = v.pipe(v.number(), v.integer(), v.minValue(0), v.description("Bytes."));

export const FileEntrySchema = v.strictObject({
  name: v.string(),
  path: v.string(),
  type: v.picklist(["file", "dir", "symlink"]),
  size: Size,
  mtime: TimestampSchema,
});
export type FileEntry = v.InferOutput<typeof FileEntrySchema>;

export const DirectoryListingSchema = v.strictObject({
  path: v.string(),
  entries: v.array(FileEntrySchema),
  truncated: v.boolean(),
});
export type DirectoryListing = v.InferOutput<typeof DirectoryListingSchema>;

export const WrittenFileSchema = v.strictObject({ path: v.string(), size: Size, etag: v.string() });
export type WrittenFile = v.InferOutput<typeof WrittenFileSchema>;

/** `workspace`: the workspace's own files. `afs`: the shared volume as the workspace sees it. */
export type VolumeName = "workspace" | "afs";
