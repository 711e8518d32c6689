import type { ScheduleRun, ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import { toTimestamp } from "../domain/wire.ts";

/** The run as it is stored: the state of an open run may be older than its turn. */
export function toScheduleRun({ tenant: _, is_open: __, ...run }: ScheduleRunRecord): ScheduleRun {
  return { ...run, scheduled_at: toTimestamp(run.scheduled_at) };
}
