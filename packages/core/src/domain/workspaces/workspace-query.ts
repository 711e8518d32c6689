import * as v from "valibot";
import { PageRequestSchema } from "../paging.ts";
import { LabelSchema } from "../wire.ts";

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
  label: v.optional(LabelSchema),
});
export type WorkspaceQuery = Readonly<v.InferInput<typeof WorkspaceQuerySchema>>;
