import { CreateWorkspaceSchema, WorkspaceSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { IdempotencyKey } from "./arguments.ts";
import { defineTool } from "./tool.ts";

export const createWorkspace = defineTool({
  name: "create_workspace",
  title: "Create a workspace",
  description:
    "Make a workspace: a folder of files with a sandbox of its own, on the service's machine, in which a hosted agent works. One for each project or long task. Its `id` is the `workspace_id` of every other tool: keep it. Only `name` is needed, and it must be unused (`name_taken` otherwise); what `config` leaves out comes from the template, or is the service's default, which has no network.",
  scope: "workspaces:write",
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: v.strictObject({ ...CreateWorkspaceSchema.entries, idempotency_key: IdempotencyKey }),
  output: WorkspaceSchema,
  run: async ({ idempotency_key, ...workspace }, { call: { service, principal } }) =>
    await service.workspaces.create(
      principal,
      workspace,
      idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key },
    ),
});
