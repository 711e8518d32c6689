import * as v from "valibot";
import { ActorSchema } from "../principals/actor.ts";
import type { Principal } from "../principals/principal.ts";
import { ChatSchema } from "../sessions/chat.ts";
import { shortText, TimestampSchema, wholeNumber } from "../wire.ts";
import { ScheduleRunSchema } from "./schedule-run.ts";

const { message, prompt, images, limits, metadata, output } = ChatSchema.entries;

/** Of one workspace. */
export const MAX_SCHEDULES = 200;

/** The body of a chat that the schedule sends. */
export const ScheduledTurnSchema = v.pipe(
  v.strictObject({ message, prompt, images, limits, metadata, output }),
  // Documentation only, as in a chat.
  v.metadata({ anyOf: [{ required: ["message"] }, { required: ["prompt"] }] }),
);
export type ScheduledTurn = v.InferOutput<typeof ScheduledTurnSchema>;

/** What happens at a time while an earlier run of the schedule, or the session that it names, is not idle. */
export const OverlapSchema = v.pipe(
  v.picklist(["skip", "queue", "interrupt", "parallel"]),
  v.description(
    'If an earlier run has not ended, or the named session is not idle. `skip`: no turn, and a run `skipped_overlap`. `queue`: the turn follows. `interrupt`: what runs ends `interrupted`, and the turn follows. `parallel`: they run side by side; needs `session: "new"`.',
  ),
);
export const CatchUpSchema = v.pipe(
  v.picklist(["none", "latest", "all"]),
  v.description(
    "For times that passed while no instance ran. `none`: they are `missed`. `latest`: the latest of them runs. `all`: each runs.",
  ),
);
export const PausedReasonSchema = v.picklist(["manual", "failures", "principal", "ended"]);
export type PausedReason = v.InferOutput<typeof PausedReasonSchema>;

/** The `session` of a schedule whose runs begin new sessions. */
export const NEW_SESSION = "new";

/** Seven days. */
const MAX_CATCH_UP_SECONDS = 604_800;

export const TimezoneSchema = v.pipe(
  shortText(64),
  v.description("An IANA time zone, such as `Europe/Berlin`."),
);

/** What callers set. */
const fields = {
  name: shortText(128),
  enabled: v.boolean(),
  cron: v.pipe(
    v.string(),
    v.minLength(9),
    v.maxLength(256),
    v.description(
      "A cron expression of five fields: minute, hour, day of the month, month, day of the week.",
    ),
  ),
  timezone: TimezoneSchema,
  at: v.pipe(TimestampSchema, v.description("The only time of a schedule without `cron`.")),
  turn: ScheduledTurnSchema,
  session: v.pipe(
    shortText(64),
    v.description(
      "`new`: each run has a session of its own. Otherwise the id of the session that gets the turns.",
    ),
  ),
  overlap: OverlapSchema,
  catch_up: CatchUpSchema,
  catch_up_window_seconds: v.pipe(
    wholeNumber(0, MAX_CATCH_UP_SECONDS),
    v.description("A time that passed longer ago is `missed`."),
  ),
  ends_at: v.nullable(v.pipe(TimestampSchema, v.description("No time after this one."))),
  max_runs: v.nullable(
    v.pipe(
      wholeNumber(1, 1_000_000),
      v.description("The schedule ends after so many turns. Those of manual runs do not count."),
    ),
  ),
  pause_after_failures: v.pipe(
    wholeNumber(0, 1_000),
    v.description("So many failed runs or turns in a row pause the schedule. 0: none do."),
  ),
};

/** Gives the agent work at its times. */
export const ScheduleSchema = v.strictObject({
  id: v.string(),
  workspace_id: v.string(),
  ...fields,
  cron: v.nullable(fields.cron),
  at: v.nullable(fields.at),
  next_runs_at: v.array(TimestampSchema),
  last_run: v.nullable(ScheduleRunSchema),
  paused_reason: v.nullable(PausedReasonSchema),
  created_by: v.pipe(ActorSchema, v.description("As whom its turns run.")),
});
export type Schedule = v.InferOutput<typeof ScheduleSchema>;

export const CreateScheduleSchema = v.pipe(
  v.strictObject({
    ...fields,
    enabled: v.optional(fields.enabled, true),
    cron: v.optional(fields.cron),
    timezone: v.optional(fields.timezone, "UTC"),
    at: v.optional(fields.at),
    session: v.optional(fields.session, NEW_SESSION),
    overlap: v.optional(fields.overlap, "skip"),
    catch_up: v.optional(fields.catch_up, "latest"),
    catch_up_window_seconds: v.optional(fields.catch_up_window_seconds, 3_600),
    ends_at: v.optional(fields.ends_at, null),
    max_runs: v.optional(fields.max_runs, null),
    pause_after_failures: v.optional(fields.pause_after_failures, 5),
  }),
  // Documentation only: the service checks it.
  v.metadata({ anyOf: [{ required: ["cron"] }, { required: ["at"] }] }),
);
export type CreateSchedule = v.InferOutput<typeof CreateScheduleSchema>;
export type CreateScheduleInput = v.InferInput<typeof CreateScheduleSchema>;

/** `cron` replaces `at`, and the reverse. Who changes `turn`, or names another session, is from then on the one as whom it runs. */
export const UpdateScheduleSchema = v.partial(v.strictObject(fields));
export type UpdateSchedule = v.InferOutput<typeof UpdateScheduleSchema>;
export type UpdateScheduleInput = v.InferInput<typeof UpdateScheduleSchema>;

/** A stored schedule. Times are in milliseconds. */
export interface ScheduleRecord extends Readonly<
  Omit<Schedule, "enabled" | "at" | "session" | "ends_at" | "next_runs_at" | "last_run" | "created_by">
> {
  readonly tenant: string;
  readonly at: number | null;
  /** Null: a new one for each run. */
  readonly session_id: string | null;
  readonly ends_at: number | null;
  /** As whom its turns run, as of the last change of `turn`. */
  readonly principal: Omit<Principal, "address">;
  /** The principal is a service token of the store, which is read again for each run. */
  readonly is_service_token: boolean;
  /** Increases with each change by people, and when the service pauses it. */
  readonly version: number;
  /** The first time that is not decided; null while it is paused. */
  readonly next_run_at: number | null;
  /** When an instance decides about `next_run_at`: at that time, or later while the run waits for an earlier one. */
  readonly due_at: number | null;
  /** Up to here, times are decided: none of them comes again, whatever is changed. */
  readonly decided_through: number;
  /** Up to here, times waited for the end of an earlier run: they are not late. */
  readonly waited_through: number | null;
  /** Turns that count for `max_runs`. */
  readonly started_runs: number;
  /** Failed runs and turns in a row. */
  readonly failures: number;
}
