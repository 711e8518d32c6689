import { OPERATIONS } from "@workspace-agent/core/internal";
import { ForkWorkspaceSchema, WorkspaceSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { IdempotencyKey, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

export const forkWorkspace = defineTool({
  name: "fork_workspace",
  title: "Fork a workspace",
  description:
    "Create a workspace with the files of another one, as they are or as in a snapshot, its config without the secrets, and copies of the conversations in `sessions`. Use it to try several ways in parallel. The other workspace is not changed.",
  access: OPERATIONS.snapshots.fork.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: v.strictObject({
    workspace_id: WorkspaceId,
    ...ForkWorkspaceSchema.entries,
    idempotency_key: IdempotencyKey,
  }),
  output: WorkspaceSchema,
  run: async ({ workspace_id, idempotency_key, ...fork }, { call: { service, principal } }) =>
    await service.snapshots.fork(principal, workspace_id, fork, { idempotencyKey: idempotency_key }),
});
