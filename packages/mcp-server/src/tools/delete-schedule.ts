import { OPERATIONS } from "@workspace-agent/core/internal";
import * as v from "valibot";
import { Id, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

export const deleteSchedule = defineTool({
  name: "delete_schedule",
  title: "Delete a schedule",
  description:
    "End a schedule: no more tasks start by it, and its runs are forgotten. The sessions that it started, and a task that runs now, stay.",
  access: OPERATIONS.schedules.delete.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: v.strictObject({
    workspace_id: WorkspaceId,
    schedule_id: v.pipe(Id, v.description("The `id` from create_schedule or list_schedules.")),
  }),
  output: v.strictObject({ deleted: v.literal(true) }),
  async run({ workspace_id, schedule_id }, { call: { service, principal } }) {
    await service.schedules.delete(principal, workspace_id, schedule_id);
    return { deleted: true } as const;
  },
});
