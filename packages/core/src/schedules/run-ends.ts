import { hasEnded } from "../domain/sessions/turn.ts";
import type { ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { Repositories } from "../ports/store.ts";
import { schedulesOf } from "./schedule-access.ts";

/** Runs of one schedule that are looked at together. Where they run side by side, there may be many, and none waits for another. */
const MAX_OPEN = { skip: 500, queue: 500, interrupt: 500, parallel: 10 } as const;

export interface Settled {
  /** With the failures in a row that are known now. Not saved. */
  readonly record: ScheduleRecord;
  /** The runs whose turns have not ended. */
  readonly open: readonly ScheduleRunRecord[];
}

/** Notes which turns of a schedule have ended, in a transaction that holds its row. An interrupted turn is neither a failure nor a success. `endedId`: a run whose turn has ended. */
export async function settleRuns(
  repositories: Repositories,
  record: ScheduleRecord,
  endedId?: string,
): Promise<Settled> {
  const { runs } = schedulesOf(repositories);
  const open: ScheduleRunRecord[] = [];
  let { failures } = record;
  const oldest = await runs.listOpen(record.tenant, record.id, MAX_OPEN[record.overlap]);
  const isListed = endedId === undefined || oldest.some(({ id }) => id === endedId);
  const ended = isListed ? null : await runs.get(record.tenant, record.id, endedId);
  for (const run of ended?.is_open === true ? [...oldest, ended] : oldest) {
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
