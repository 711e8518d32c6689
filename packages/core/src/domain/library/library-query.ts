import * as v from "valibot";
import { PageRequestSchema } from "../paging.ts";
import { VersionSchema } from "../validation/library-name.ts";

export const LibraryQuerySchema = v.strictObject({
  ...PageRequestSchema.entries,
  q: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(128),
      v.description("Only return items whose name or description contains this text, ignoring case."),
    ),
  ),
});
export type LibraryQuery = Readonly<v.InferInput<typeof LibraryQuerySchema>>;

/** The body of POST …/rollback. */
export const RollbackSchema = v.strictObject({ version: VersionSchema });
export type Rollback = v.InferOutput<typeof RollbackSchema>;
