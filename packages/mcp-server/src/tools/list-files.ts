import { DirectoryQuerySchema, OPERATIONS } from "@workspace-agent/core/internal";
import { DirectoryListingSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { FilePath, Volume, WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

const query = DirectoryQuerySchema.entries;

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
    recursive: query.recursive,
    search: query.q,
    limit: v.optional(query.limit.wrapped, 200),
  }),
  output: DirectoryListingSchema,
  run: async ({ workspace_id, volume, path, recursive, search, limit }, { call: { service, principal } }) =>
    await service.files.list(principal, workspace_id, volume, path, {
      recursive,
      limit,
      q: search,
    }),
});
