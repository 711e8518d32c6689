import * as v from "valibot";
import { VOLUME_PATH } from "../files/path.ts";
import { shortText } from "../wire.ts";

const entries = {
  path: v.pipe(
    shortText(4096),
    v.description("Relative, with `/` between names, and without `.` or `..`."),
    // The reader of the file checks the path and reports each problem.
    v.metadata({ pattern: VOLUME_PATH.source }),
  ),
  /** Absent: false. */
  executable: v.optional(v.boolean()),
};

/** The rule of the library overflows the stack at a few megabytes. */
export const BASE64 = [
  v.regex<string, string>(/^[A-Za-z0-9+/]*={0,2}$/, "must be base64"),
  v.check<string, string>((text) => text.length % 4 === 0, "must be base64, padded to groups of four"),
] as const;

/** Text, or bytes in base64. */
export const LibraryFileSchema = v.union([
  v.strictObject({ ...entries, content: v.string() }),
  v.strictObject({ ...entries, content_base64: v.pipe(v.string(), ...BASE64) }),
]);
export type LibraryFile = v.InferOutput<typeof LibraryFileSchema>;
