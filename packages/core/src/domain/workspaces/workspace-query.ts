import * as v from "valibot";
import { PageRequestSchema } from "../paging.ts";

export const WorkspaceQuerySchema = v.strictObject({
  ...PageRequestSchema.entries,
  search: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(128),
      v.description("Only return workspaces whose name contains this text, ignoring case."),
    ),
  ),
  /** A label that it has. */
  label: v.optional(
    v.strictObject({
      key: v.pipe(v.string(), v.minLength(1), v.maxLength(63)),
      value: v.pipe(v.string(), v.maxLength(255)),
    }),
  ),
});
export type WorkspaceQuery = Readonly<v.InferInput<typeof WorkspaceQuerySchema>>;
