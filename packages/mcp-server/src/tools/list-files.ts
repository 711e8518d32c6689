import { DirectoryListingSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { FilePath, Volume, WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

export const listFiles = defineTool({
  name: "list_files",
  title: "List files",
  description:
    "The files and directories of a workspace, sorted by name; by path when `recursive`. It works whether or not a task is running. `truncated` says that there are more: name a `path` or a `search`.",
  scope: "files:read",
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({
    workspace_id: WorkspaceId,
    volume: Volume,
    path: v.optional(v.union([v.literal(""), FilePath]), ""),
    recursive: v.optional(v.pipe(v.boolean(), v.description("With all that is below.")), false),
    search: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(255),
        v.description("Only entries whose name holds this text, in upper or lower case."),
      ),
    ),
    limit: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000), v.description("The most entries.")),
      200,
    ),
  }),
  output: DirectoryListingSchema,
  run: async ({ workspace_id, volume, path, recursive, search, limit }, { call: { service, principal } }) =>
    await service.files.list(principal, workspace_id, volume, path, {
      recursive,
      limit,
      ...(search === undefined ? {} : { search }),
    }),
});
