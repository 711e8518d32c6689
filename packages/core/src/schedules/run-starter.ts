import { inject, service } from "../di.ts";
import { checkImages } from "../domain/images/chat-images.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { RunTrigger, ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { Repositories } from "../ports/store.ts";
import { Interrupter, type InterruptRequest } from "../sessions/interrupter.ts";
import { TurnAcceptance, type Acceptance } from "../sessions/turn-acceptance.ts";
import { runOf } from "./run-records.ts";

/** A turn to start. */
export interface Start {
  readonly principal: Principal;
  readonly trigger: RunTrigger;
  /** In milliseconds. */
  readonly scheduledAt: number;
  /** The runs whose turns have not ended. */
  readonly open: readonly ScheduleRunRecord[];
}

/** An accepted turn, to announce after the commit. */
export interface Started {
  readonly run: ScheduleRunRecord;
  readonly acceptance: Acceptance;
  readonly interrupts: readonly InterruptRequest[];
}

/** Accepts the turns of schedules, in the transaction that holds the schedule's row. */
@service()
export class RunStarter {
  constructor(
    @inject(TurnAcceptance) private readonly turns: TurnAcceptance,
    @inject(Interrupter) private readonly interrupter: Interrupter,
  ) {}

  /** Whether an earlier run, or the session that the schedule names, is not idle. */
  async overlaps(
    repositories: Repositories,
    { tenant, session_id }: ScheduleRecord,
    open: readonly ScheduleRunRecord[],
  ): Promise<boolean> {
    if (session_id === null) return open.length > 0;
    const session = await repositories.sessions.lock(tenant, session_id);
    return session !== null && session.state.status !== "idle";
  }

  /** Throws what refuses the turn, after which the transaction has to be undone. */
  async start(repositories: Repositories, record: ScheduleRecord, start: Start): Promise<Started> {
    const { principal, trigger, scheduledAt, open } = start;
    const isInterrupting = record.overlap === "interrupt";
    const interrupts =
      isInterrupting && record.session_id === null
        ? await this.interrupter.requestAll(repositories, open)
        : [];
    const acceptance = await this.turns.acceptIn(repositories, {
      principal,
      workspaceId: record.workspace_id,
      chat: {
        ...record.turn,
        source: "schedule",
        on_busy: isInterrupting ? "interrupt" : "queue",
        ...(record.session_id !== null && { session_id: record.session_id }),
      },
      images: await checkImages(record.turn.images ?? []),
      attached: () => [],
    });
    const { session_id, turn_id } = acceptance.remembered;
    const run = runOf(record, {
      trigger,
      outcome: "started",
      scheduled_at: scheduledAt,
      session_id,
      turn_id,
      turn_status: acceptance.status,
      is_open: true,
    });
    return { run, acceptance, interrupts };
  }

  /** Call after the commit. */
  async announce({ acceptance, interrupts }: Started): Promise<void> {
    for (const interrupt of interrupts) await this.interrupter.announce(interrupt);
    await this.turns.announce(acceptance);
  }
}
