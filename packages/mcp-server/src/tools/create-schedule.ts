import { OPERATIONS } from "@workspace-agent/core/internal";
import { CreateScheduleSchema, ScheduleSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { IdempotencyKey, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

const { name, cron, timezone, at, session } = CreateScheduleSchema.entries;

export const createSchedule = defineTool({
  name: "create_schedule",
  title: "Create a schedule",
  description:
    "Give the hosted agent of a workspace work at later times, without anyone present: `cron` (five fields) with an IANA `timezone`, or `at` for a single time. `message` describes the task completely, as for start_task. Each time starts one task, and is skipped while the last one is under way; list_schedules shows the last task of each schedule.",
  access: OPERATIONS.schedules.create.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: v.strictObject({
    workspace_id: WorkspaceId,
    name,
    cron,
    timezone,
    at,
    message: v.pipe(
      v.string(),
      v.minLength(1),
      v.description("The message to the agent at each of the times."),
    ),
    session,
    idempotency_key: IdempotencyKey,
  }),
  output: ScheduleSchema,
  async run({ workspace_id, idempotency_key, message, ...times }, { call: { service, principal } }) {
    const schedule = { ...times, turn: { message } };
    const options = { idempotencyKey: idempotency_key };
    return (await service.schedules.create(principal, workspace_id, schedule, options)).item;
  },
});
