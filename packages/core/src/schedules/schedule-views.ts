import { inject, service } from "../di.ts";
import type { Versioned } from "../library/library-api.ts";
import { actorOf } from "../domain/principals/actor.ts";
import type { ScheduleRun, ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import { NEW_SESSION, type Schedule, type ScheduleRecord } from "../domain/schedules/schedule.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { Repositories } from "../ports/store.ts";
import { schedulesOf } from "./schedule-access.ts";
import { ScheduleTimes } from "./schedule-times.ts";
import { toScheduleRun } from "./run-records.ts";

const SHOWN_TIMES = 5;

/** Runs as callers see them: with the states of their turns now. */
export async function toRuns(
  { turns }: Repositories,
  records: readonly ScheduleRunRecord[],
): Promise<readonly ScheduleRun[]> {
  return Promise.all(
    records.map(async (record) => {
      if (!record.is_open) return toScheduleRun(record);
      const turn = await turns.get(record.tenant, record.session_id ?? "", record.turn_id ?? "");
      return toScheduleRun({ ...record, turn_status: turn?.turn.status ?? null });
    }),
  );
}

/** Schedules as callers see them. */
@service()
export class ScheduleViews {
  constructor(@inject(ScheduleTimes) private readonly times: ScheduleTimes) {}

  async versioned(repositories: Repositories, record: ScheduleRecord): Promise<Versioned<Schedule>> {
    return { item: await this.of(repositories, record), etag: String(record.version) };
  }

  async of(repositories: Repositories, record: ScheduleRecord): Promise<Schedule> {
    const { runs } = schedulesOf(repositories);
    const [last = null] = await toRuns(repositories, await runs.list(record.tenant, record.id, { limit: 1 }));
    return {
      id: record.id,
      workspace_id: record.workspace_id,
      name: record.name,
      enabled: record.paused_reason === null,
      cron: record.cron,
      timezone: record.timezone,
      at: toTimestamp(record.at),
      turn: record.turn,
      session: record.session_id ?? NEW_SESSION,
      overlap: record.overlap,
      catch_up: record.catch_up,
      catch_up_window_seconds: record.catch_up_window_seconds,
      ends_at: toTimestamp(record.ends_at),
      max_runs: record.max_runs,
      pause_after_failures: record.pause_after_failures,
      next_runs_at: this.times.upcoming(record, SHOWN_TIMES).map((ms) => toTimestamp(ms)),
      last_run: last,
      paused_reason: record.paused_reason,
      created_by: actorOf(record.principal),
    };
  }
}
