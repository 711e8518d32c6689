import * as v from "valibot";
import { Count } from "../wire.ts";

export const ChangedFileSchema = v.strictObject({
  path: v.string(),
  status: v.picklist(["added", "modified", "deleted"]),
  additions: v.pipe(Count, v.description("Lines that are new; 0 where `binary`.")),
  deletions: v.pipe(Count, v.description("Lines that are gone; 0 where `binary`.")),
  binary: v.pipe(
    v.boolean(),
    v.description("Not compared line by line: one of the two versions is not UTF-8 text of at most 1 MiB."),
  ),
});
export type ChangedFile = v.InferOutput<typeof ChangedFileSchema>;

export const ChangesSchema = v.strictObject({
  files: v.pipe(
    v.array(ChangedFileSchema),
    v.description("Sorted by path. Without files whose names are not UTF-8."),
  ),
  diff: v.pipe(
    v.string(),
    v.description(
      "The patch, for `git apply`. A line that starts with `#` names a file that the patch could not include, and why.",
    ),
  ),
  overlapped: v.pipe(
    v.boolean(),
    v.description("Another session of the workspace wrote meanwhile. Its changes are included."),
  ),
});
export type Changes = v.InferOutput<typeof ChangesSchema>;
