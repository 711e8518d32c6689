import { OPERATIONS } from "@workspace-agent/core/internal";
import { DirectoryListingSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { FilePath, Volume, WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

export const listFiles = defineTool({
  name: "list_files",
  title: "List files",
  description:
    "List the files and directories of a workspace, sorted by name, or by path with `recursive`. Works whether or not a task is running. `truncated` means that there are more: use `path` or `search`.",
  access: OPERATIONS.files.list.access,
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({
    workspace_id: WorkspaceId,
    volume: Volume,
    path: v.optional(v.union([v.literal(""), FilePath]), ""),
    recursive: v.optional(v.pipe(v.boolean(), v.description("Include subdirectories.")), false),
    search: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(255),
        v.description("Only return entries whose name contains this text, ignoring case."),
      ),
    ),
    limit: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(10_000),
        v.description("Maximum number of entries."),
      ),
      200,
    ),
  }),
  output: DirectoryListingSchema,
  run: async ({ workspace_id, volume, path, recursive, search, limit }, { call: { service, principal } }) =>
    await service.files.list(principal, workspace_id, volume, path, {
      recursive,
      limit,
      q: search,
    }),
});
