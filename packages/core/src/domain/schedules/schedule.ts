import * as v from "valibot";
import { ActorSchema } from "../principals/actor.ts";
import type { Principal } from "../principals/principal.ts";
import { ChatSchema } from "../sessions/chat.ts";
import { TimestampSchema } from "../wire.ts";
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

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const Cron = v.pipe(
  v.string(),
  v.minLength(9),
  v.maxLength(256),
  v.description("A cron expression of five fields: minute, hour, day of the month, month, day of the week."),
);
export const TimezoneSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.description("An IANA time zone, such as `Europe/Berlin`."),
);
const At = v.pipe(TimestampSchema, v.description("The only time of a schedule without `cron`."));
const Session = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.description(
    "`new`: each run has a session of its own. Otherwise the id of the session that gets the turns.",
  ),
);
const CatchUpWindow = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(MAX_CATCH_UP_SECONDS),
  v.description("A time that passed longer ago is `missed`."),
);
const MaxRuns = v.nullable(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(1_000_000),
    v.description("The schedule ends after so many turns. Those of manual runs do not count."),
  ),
);
const PauseAfter = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(1_000),
  v.description("So many failed runs or turns in a row pause the schedule. 0: none do."),
);
const EndsAt = v.nullable(v.pipe(TimestampSchema, v.description("No time after this one.")));

/** Gives the agent work at its times. */
export const ScheduleSchema = v.strictObject({
  id: v.string(),
  workspace_id: v.string(),
  name: Name,
  enabled: v.boolean(),
  cron: v.nullable(Cron),
  timezone: TimezoneSchema,
  at: v.nullable(At),
  turn: ScheduledTurnSchema,
  session: Session,
  overlap: OverlapSchema,
  catch_up: CatchUpSchema,
  catch_up_window_seconds: CatchUpWindow,
  ends_at: EndsAt,
  max_runs: MaxRuns,
  pause_after_failures: PauseAfter,
  next_runs_at: v.array(TimestampSchema),
  last_run: v.nullable(ScheduleRunSchema),
  paused_reason: v.nullable(PausedReasonSchema),
  created_by: v.pipe(ActorSchema, v.description("As whom its turns run.")),
});
export type Schedule = v.InferOutput<typeof ScheduleSchema>;

export const CreateScheduleSchema = v.pipe(
  v.strictObject({
    name: Name,
    enabled: v.optional(v.boolean(), true),
    cron: v.optional(Cron),
    timezone: v.optional(TimezoneSchema, "UTC"),
    at: v.optional(At),
    turn: ScheduledTurnSchema,
    session: v.optional(Session, NEW_SESSION),
    overlap: v.optional(OverlapSchema, "skip"),
    catch_up: v.optional(CatchUpSchema, "latest"),
    catch_up_window_seconds: v.optional(CatchUpWindow, 3_600),
    ends_at: v.optional(EndsAt, null),
    max_runs: v.optional(MaxRuns, null),
    pause_after_failures: v.optional(PauseAfter, 5),
  }),
  // Documentation only: the service checks it.
  v.metadata({ anyOf: [{ required: ["cron"] }, { required: ["at"] }] }),
);
export type CreateSchedule = v.InferOutput<typeof CreateScheduleSchema>;
export type CreateScheduleInput = v.InferInput<typeof CreateScheduleSchema>;

/** `cron` replaces `at`, and the reverse. Who changes `turn`, or names another session, is from then on the one as whom it runs. */
export const UpdateScheduleSchema = v.strictObject({
  name: v.optional(Name),
  enabled: v.optional(v.boolean()),
  cron: v.optional(Cron),
  timezone: v.optional(TimezoneSchema),
  at: v.optional(At),
  turn: v.optional(ScheduledTurnSchema),
  session: v.optional(Session),
  overlap: v.optional(OverlapSchema),
  catch_up: v.optional(CatchUpSchema),
  catch_up_window_seconds: v.optional(CatchUpWindow),
  ends_at: v.optional(EndsAt),
  max_runs: v.optional(MaxRuns),
  pause_after_failures: v.optional(PauseAfter),
});
export type UpdateSchedule = v.InferOutput<typeof UpdateScheduleSchema>;
export type UpdateScheduleInput = v.InferInput<typeof UpdateScheduleSchema>;

/** A stored schedule. Times are in milliseconds. */
export interface ScheduleRecord {
  readonly id: string;
  readonly tenant: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly cron: string | null;
  readonly timezone: string;
  readonly at: number | null;
  readonly turn: ScheduledTurn;
  /** Null: a new one for each run. */
  readonly session_id: string | null;
  readonly overlap: Schedule["overlap"];
  readonly catch_up: Schedule["catch_up"];
  readonly catch_up_window_seconds: number;
  readonly ends_at: number | null;
  readonly max_runs: number | null;
  readonly pause_after_failures: number;
  readonly paused_reason: PausedReason | null;
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
