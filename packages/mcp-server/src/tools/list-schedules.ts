import { OPERATIONS } from "@workspace-agent/core/internal";
import { ScheduleSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

/** A workspace has no more. */
const ALL = 200;

export const listSchedules = defineTool({
  name: "list_schedules",
  title: "List schedules",
  description:
    "List the schedules of a workspace, newest first, with their next times and the last run of each. `last_run` has the ids for get_task.",
  access: OPERATIONS.schedules.list.access,
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({ workspace_id: WorkspaceId }),
  output: v.strictObject({ schedules: v.array(ScheduleSchema) }),
  async run({ workspace_id }, { call: { service, principal } }) {
    const { items } = await service.schedules.list(principal, workspace_id, { limit: ALL });
    return { schedules: [...items] };
  },
});
