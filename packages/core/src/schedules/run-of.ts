import { newId } from "../domain/ids.ts";
import type { ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";

/** A run without a turn. */
export function runOf(
  { id, tenant }: ScheduleRecord,
  run: Pick<ScheduleRunRecord, "trigger" | "outcome" | "scheduled_at"> & Partial<ScheduleRunRecord>,
): ScheduleRunRecord {
  return {
    id: newId("run"),
    tenant,
    schedule_id: id,
    session_id: null,
    turn_id: null,
    turn_status: null,
    problem: null,
    is_open: false,
    ...run,
  };
}
