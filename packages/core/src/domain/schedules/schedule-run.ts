import * as v from "valibot";
import { TurnErrorSchema, TurnStatusSchema } from "../sessions/turn.ts";
import { TimestampSchema } from "../wire.ts";

/** `manual`: somebody asked for it. `catch_up`: the scheduled time had passed, because no instance ran. */
export const RunTriggerSchema = v.picklist(["schedule", "manual", "catch_up"]);
export type RunTrigger = v.InferOutput<typeof RunTriggerSchema>;

/** `missed`: the time passed while no instance ran, and is not caught up. `failed`: the turn was not accepted; `problem` says why. */
export const RunOutcomeSchema = v.picklist(["started", "skipped_overlap", "missed", "failed"]);

/** What happened at one time of a schedule. */
export const ScheduleRunSchema = v.strictObject({
  id: v.string(),
  schedule_id: v.string(),
  scheduled_at: TimestampSchema,
  trigger: RunTriggerSchema,
  outcome: RunOutcomeSchema,
  session_id: v.nullable(v.string()),
  turn_id: v.nullable(v.string()),
  turn_status: v.pipe(
    v.nullable(TurnStatusSchema),
    v.description("The state of the turn now. Null without a turn, and if it was deleted before its end."),
  ),
  problem: v.pipe(v.nullable(TurnErrorSchema), v.description("Why no turn was accepted. Null otherwise.")),
});
export type ScheduleRun = v.InferOutput<typeof ScheduleRunSchema>;

/** A stored run. */
export interface ScheduleRunRecord extends Omit<ScheduleRun, "scheduled_at"> {
  readonly tenant: string;
  /** In milliseconds. */
  readonly scheduled_at: number;
  /** The turn had not ended when it was last looked at. */
  readonly is_open: boolean;
}
