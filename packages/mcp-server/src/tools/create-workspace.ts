import { OPERATIONS } from "@workspace-agent/core/internal";
import { CreateWorkspaceSchema, WorkspaceSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { IdempotencyKey } from "./arguments.ts";
import { defineTool } from "./tool.ts";

export const createWorkspace = defineTool({
  name: "create_workspace",
  title: "Create a workspace",
  description:
    "Create a workspace: a folder with its own sandbox on the machine of the service, in which a hosted agent works. Use one per project or long task. Its `id` is the `workspace_id` of all other tools. Only `name` is required and must be unique (otherwise `name_taken`). Config fields that you omit come from the template or are the defaults of the service, which allow no network.",
  access: OPERATIONS.workspaces.create.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: v.strictObject({ ...CreateWorkspaceSchema.entries, idempotency_key: IdempotencyKey }),
  output: WorkspaceSchema,
  run: async ({ idempotency_key, ...workspace }, { call: { service, principal } }) =>
    await service.workspaces.create(principal, workspace, { idempotencyKey: idempotency_key }),
});
