import { NEW_SESSION, type PausedReason, type ScheduleRecord } from "../domain/schedules/schedule.ts";

/** A time of a request as it is stored. */
export function timeOrNull(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

/** The `session` of a request as it is stored. */
export function sessionIdOf(session: string): string | null {
  return session === NEW_SESSION ? null : session;
}

/** The schedule without times. */
export function paused(record: ScheduleRecord, reason: PausedReason): ScheduleRecord {
  return {
    ...record,
    paused_reason: reason,
    next_run_at: null,
    due_at: null,
    waited_through: null,
    version: record.version + 1,
  };
}

/** Whether so many runs in a row have failed that the schedule pauses. */
export function hasFailedTooOften({ failures, pause_after_failures }: ScheduleRecord): boolean {
  return pause_after_failures > 0 && failures >= pause_after_failures;
}

/** Whether all times up to an instant are decided. A schedule pauses only then, so that each of them has a run. */
export function isDecided({ next_run_at }: ScheduleRecord, now: number): boolean {
  return next_run_at === null || next_run_at > now;
}
