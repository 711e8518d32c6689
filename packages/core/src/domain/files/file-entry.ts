import * as v from "valibot";
import { Count, TimestampSchema } from "../wire.ts";

const Size = v.pipe(Count, v.description("Bytes."));

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

const Path = v.pipe(
  v.string(),
  v.maxLength(4_096),
  v.description("Relative to the volume's root, with `/` between names."),
);

export const MoveSchema = v.strictObject({
  src: Path,
  dest: Path,
  overwrite: v.optional(
    v.pipe(
      v.boolean(),
      v.description("Replace what exists at `dest`, including the content of a directory."),
    ),
    false,
  ),
});
export type Move = v.InferOutput<typeof MoveSchema>;
export type MoveInput = v.InferInput<typeof MoveSchema>;

export const UnpackedSchema = v.strictObject({
  path: v.pipe(v.string(), v.description("The target directory.")),
  files: v.pipe(Count, v.description("Each name of a file with hard links counts.")),
  links: v.pipe(Count, v.description("Symbolic links.")),
  directories: v.pipe(Count, v.description("Includes directories that are only part of a file's path.")),
  bytes: v.pipe(Count, v.description("The total size of the files.")),
});
export type Unpacked = v.InferOutput<typeof UnpackedSchema>;

/** `workspace`: the workspace's own files. `afs`: the shared volume as the workspace sees it. */
export type VolumeName = "workspace" | "afs";
