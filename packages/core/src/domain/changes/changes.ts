import * as v from "valibot";

const LineCountSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

export const ChangedFileSchema = v.strictObject({
  path: v.string(),
  status: v.picklist(["added", "modified", "deleted"]),
  additions: v.pipe(LineCountSchema, v.description("Lines that are new; 0 where `binary`.")),
  deletions: v.pipe(LineCountSchema, v.description("Lines that are gone; 0 where `binary`.")),
  binary: v.pipe(
    v.boolean(),
    v.description(
      "Not compared line by line: what was there or what is there now is no UTF-8 text of at most 1 MiB, or is no longer kept.",
    ),
  ),
});
export type ChangedFile = v.InferOutput<typeof ChangedFileSchema>;

export const ChangesSchema = v.strictObject({
  files: v.pipe(
    v.array(ChangedFileSchema),
    v.description("Sorted by path. A file whose name is not UTF-8 has no path, and is not among them."),
  ),
  diff: v.pipe(
    v.string(),
    v.description(
      "The patch, for `git apply`. A line that begins with `#` names a file that the patch could not hold, and why.",
    ),
  ),
  overlapped: v.pipe(
    v.boolean(),
    v.description("Another session of the workspace wrote since the baseline: its changes are among these."),
  ),
});
export type Changes = v.InferOutput<typeof ChangesSchema>;
