import * as v from "valibot";
import { VOLUME_PATH } from "../files/path.ts";
import { BASE64, shortText } from "../wire.ts";

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

/** Text, or bytes in base64. */
export const LibraryFileSchema = v.union([
  v.strictObject({ ...entries, content: v.string() }),
  v.strictObject({ ...entries, content_base64: v.pipe(v.string(), ...BASE64) }),
]);
export type LibraryFile = v.InferOutput<typeof LibraryFileSchema>;
