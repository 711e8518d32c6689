import * as v from "valibot";

const entries = {
  path: v.pipe(v.string(), v.minLength(1), v.maxLength(4096), v.description("Relative, `/` between names.")),
  /** Absent: false. */
  executable: v.optional(v.boolean()),
};

/** A text, or bytes in base64. */
export const LibraryFileSchema = v.union([
  v.strictObject({ ...entries, content: v.string() }),
  v.strictObject({ ...entries, content_base64: v.pipe(v.string(), v.base64("must be base64")) }),
]);
export type LibraryFile = v.InferOutput<typeof LibraryFileSchema>;
