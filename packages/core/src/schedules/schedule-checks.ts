import { inject, service } from "../di.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { Repositories } from "../ports/store.ts";
import { pointingTo, TurnChecks } from "../sessions/turn-checks.ts";
import { invalid, ScheduleTimes } from "./schedule-times.ts";

/** Checks what people write, so that they learn of it now and not from a failed run. */
@service()
export class ScheduleChecks {
  constructor(
    @inject(ScheduleTimes) private readonly times: ScheduleTimes,
    @inject(TurnChecks) private readonly turns: TurnChecks,
  ) {}

  /** Throws `invalid_request`. */
  async check(repositories: Repositories, record: ScheduleRecord): Promise<void> {
    this.times.check(record);
    if (record.overlap === "parallel" && record.session_id !== null)
      throw invalid("overlap", 'must not be parallel unless session is "new"');
    if (record.session_id === null) return;
    const session = await repositories.sessions.get(record.tenant, record.workspace_id, record.session_id);
    if (session === null) throw invalid("session", "must be new or a session of the workspace");
    if (session.parent !== null) throw invalid("session", "must not be the session of a subagent");
  }

  /** Throws what a chat throws for its message. */
  async checkTurn(
    repositories: Repositories,
    principal: Principal,
    { workspace_id, turn }: Pick<ScheduleRecord, "workspace_id" | "turn">,
  ): Promise<void> {
    await pointingTo(
      (pointer) => pointer.replace("#/", "#/turn/"),
      async () => {
        await this.turns.message(repositories, principal, turn);
        this.turns.output(turn);
        const workspace = await repositories.workspaces.get(principal.tenant, workspace_id);
        if (workspace !== null) this.turns.limits(workspace, principal, () => turn.limits);
      },
    );
  }

  /** The schedule with its next time: the one that it has, or the first from now. Throws `invalid_request` if there is none. */
  begun(record: ScheduleRecord, now: number): ScheduleRecord {
    const isUsedUp = record.max_runs !== null && record.started_runs >= record.max_runs;
    if (isUsedUp) throw invalid("max_runs", "must be above the number of runs so far");
    const { next_run_at, decided_through } = record;
    const after = next_run_at === null ? Math.max(now, decided_through) : next_run_at - 1;
    const next = this.times.nextAfter(record, after);
    if (next !== null) {
      const failures = record.paused_reason === null ? record.failures : 0;
      return { ...record, paused_reason: null, next_run_at: next, due_at: next, failures };
    }
    if (record.at !== null) throw invalid("at", "must be a time in the future that is not after ends_at");
    throw invalid(record.ends_at === null ? "cron" : "ends_at", "leaves no time at which the schedule runs");
  }
}
