import type { RunTrigger } from "./schedule-run.ts";
import type { ScheduleRecord } from "./schedule.ts";

/** A time that is decided within so long is on time: instances are started again, and databases are slow. */
const ON_TIME_MS = 60_000;

/** The times that play a part when a schedule is due. */
export interface DueTime {
  readonly scheduledAt: number;
  /** The schedule's time after it, or null. */
  readonly following: number | null;
  /** By the clock of the store. */
  readonly now: number;
}

/** What becomes of a time that has come: a run with this trigger, or none. */
export function timingOf(
  { catch_up, catch_up_window_seconds, waited_through }: ScheduleRecord,
  { scheduledAt, following, now }: DueTime,
): Exclude<RunTrigger, "manual"> | "missed" {
  const late = now - scheduledAt;
  if (late <= ON_TIME_MS || scheduledAt <= (waited_through ?? Number.NEGATIVE_INFINITY)) return "schedule";
  if (late > catch_up_window_seconds * 1_000) return "missed";
  switch (catch_up) {
    case "none":
      return "missed";
    case "latest":
      return following === null || following > now ? "catch_up" : "missed";
    case "all":
      return "catch_up";
  }
}
