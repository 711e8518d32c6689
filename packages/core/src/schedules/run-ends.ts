import { hasEnded } from "../domain/sessions/turn.ts";
import type { ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { Repositories } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";

/** Runs of one schedule that are looked at together. */
const MAX_OPEN = 500;

export interface Settled {
  /** With the failures in a row that are known now. Not saved. */
  readonly record: ScheduleRecord;
  /** The runs whose turns have not ended. */
  readonly open: readonly ScheduleRunRecord[];
}

/** Notes which turns of a schedule have ended, in a transaction that holds its row. An interrupted turn is neither a failure nor a success. */
export async function settleRuns(repositories: Repositories, record: ScheduleRecord): Promise<Settled> {
  const { runs } = requirePart(repositories, "schedules");
  const open: ScheduleRunRecord[] = [];
  let { failures } = record;
  for (const run of await runs.listOpen(record.tenant, record.id, MAX_OPEN)) {
    const turn = await repositories.turns.get(record.tenant, run.session_id ?? "", run.turn_id ?? "");
    const status = turn?.turn.status ?? null;
    if (status !== null && !hasEnded(status)) {
      open.push(run);
      continue;
    }
    await runs.save({ ...run, turn_status: status, is_open: false });
    if (status === "failed") failures += 1;
    if (status === "completed") failures = 0;
  }
  return { record: failures === record.failures ? record : { ...record, failures }, open };
}
