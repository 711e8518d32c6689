import * as v from "valibot";
import { VOLUME_PATH } from "../files/path.ts";

const entries = {
  path: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(4096),
    v.description("Relative, `/` between names; none of them `.` or `..`."),
    // Judged by who reads the file, who names every breach.
    v.metadata({ pattern: VOLUME_PATH.source }),
  ),
  /** Absent: false. */
  executable: v.optional(v.boolean()),
};

/** The library's own rule for base64 overflows the stack at some megabytes. */
const Base64 = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9+/]*={0,2}$/, "must be base64"),
  v.check((text) => text.length % 4 === 0, "must be base64, padded to groups of four"),
);

/** A text, or bytes in base64. */
export const LibraryFileSchema = v.union([
  v.strictObject({ ...entries, content: v.string() }),
  v.strictObject({ ...entries, content_base64: Base64 }),
]);
export type LibraryFile = v.InferOutput<typeof LibraryFileSchema>;
