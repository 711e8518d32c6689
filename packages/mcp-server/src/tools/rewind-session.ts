import { OPERATIONS } from "@workspace-agent/core/internal";
import { RewindSchema, RewoundSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { SessionId, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

export const rewindSession = defineTool({
  name: "rewind_session",
  title: "Rewind a session",
  description:
    "Take a task back: the conversation and the files of the workspace return to what they were before the task `to_turn`, or to a snapshot of list_snapshots. Give one of `to_turn` and `to_snapshot`. Call it with `dry_run` first, and show the person what would change. `rewind_conflict` means that others have changed files that would change; set `force` only if the person agrees. A rewind to `safety_snapshot_id` undoes it. The session must not be running a task.",
  access: OPERATIONS.snapshots.rewind.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: v.strictObject({ workspace_id: WorkspaceId, session_id: SessionId, ...RewindSchema.entries }),
  output: RewoundSchema,
  run: async ({ workspace_id, session_id, ...rewind }, { call: { service, principal } }) =>
    await service.snapshots.rewind(principal, workspace_id, session_id, rewind),
});
