import { newId } from "../domain/ids.ts";
import type { ScheduleRun, ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { WebhookMessage } from "../domain/webhooks/webhook-message.ts";

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

/** The run as it is stored: the state of an open run may be older than its turn. */
export function toScheduleRun({ tenant: _, is_open: __, ...run }: ScheduleRunRecord): ScheduleRun {
  return { ...run, scheduled_at: toTimestamp(run.scheduled_at) };
}

/** What webhooks receive of the runs of a schedule. */
export function runMessages(
  { workspace_id }: ScheduleRecord,
  runs: readonly ScheduleRunRecord[],
  now: number,
): readonly WebhookMessage[] {
  return runs.map((run) => ({
    type: "schedule.run",
    timestamp: toTimestamp(now),
    data: { workspace_id, run: toScheduleRun(run) },
  }));
}
