import { inject, service } from "../di.ts";
import type { DomainError } from "../domain/errors/domain-error.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import { DueLoop } from "../instance/due-loop.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Claimed } from "../ports/due-rows.ts";
import type { Store } from "../ports/store.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { ServiceEvent } from "../sessions/events-api.ts";
import { EventHub } from "../sessions/event-hub.ts";
import { DueSchedules, type Decided } from "./due-schedules.ts";
import { hasFailedTooOften, isDecided, paused } from "./schedule-records.ts";
import { schedulesOf } from "./schedule-access.ts";
import { ScheduleChanges } from "./schedule-changes.ts";
import { settleRuns } from "./run-ends.ts";

type TurnEnded = Extract<SessionEvent, { readonly type: "turn.ended" }>;

/** Decides about schedules of all tenants when they are due. It runs on every instance of a store; each time is decided by one of them. */
@service()
export class Scheduler {
  private readonly loop: DueLoop<ScheduleRecord, Decided>;
  private settling: Promise<void> = Promise.resolve();
  private unsubscribe: () => void = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(HostDisk) disk: HostDisk,
    @inject(EventHub) private readonly hub: EventHub,
    @inject(DueSchedules) private readonly due: DueSchedules,
    @inject(ScheduleChanges) private readonly changes: ScheduleChanges,
    @inject(Shutdown) shutdown: Shutdown,
  ) {
    this.loop = new DueLoop(
      { store, clock, logger, disk, shutdown },
      {
        names: { all: "schedules", id: "schedule_id", failure: "a due schedule could not be decided" },
        rows: schedulesOf,
        work: (repositories, claimed) => due.decide(repositories, claimed, null),
        afterwards: (decided) => due.announce(decided),
        refused: (claimed, refusal) => this.refuse(claimed, refusal),
      },
    );
  }

  start(): void {
    if (this.settings.cronTimes === null) return;
    this.unsubscribe = this.hub.on("turn.ended", (ended) => {
      if (ended.event.turn.source !== "schedule") return;
      this.settling = this.settling.then(() => this.turnEnded(ended));
    });
    this.changes.whenChanged(() => this.loop.wake());
    this.loop.start();
  }

  /** After the runner has stopped. */
  async stop(): Promise<void> {
    await this.loop.stop();
    this.unsubscribe();
    await this.settling;
  }

  /** Stores that the turn was refused, unless another instance has decided meanwhile. */
  private async refuse({ record, now }: Claimed<ScheduleRecord>, refusal: DomainError): Promise<void> {
    const { tenant, workspace_id, id } = record;
    const decided = await this.store.transaction(async (repositories) => {
      const locked = await schedulesOf(repositories).get(tenant, workspace_id, id);
      if (locked === null || locked.next_run_at !== record.next_run_at) return null;
      return this.due.decide(repositories, { record: locked, now }, refusal);
    });
    if (decided !== null) await this.due.announce(decided);
  }

  /** Counts failures, and lets a run follow that waits for this turn. */
  private async turnEnded({ tenant, workspaceId, event }: ServiceEvent<TurnEnded>): Promise<void> {
    try {
      const run = await schedulesOf(this.store).runs.ofTurn(tenant, event.turn_id);
      if (run === null) return;
      await this.store.transaction(async (repositories) => {
        const schedules = schedulesOf(repositories);
        const locked = await schedules.get(tenant, workspaceId, run.schedule_id);
        if (locked === null) return;
        const { record, open } = await settleRuns(repositories, locked, run.id);
        const isPausing =
          record.paused_reason === null && hasFailedTooOften(record) && isDecided(record, this.clock.now());
        if (isPausing) await schedules.save(paused(record, "failures"));
        else if (open.length === 0) await schedules.save({ ...record, due_at: record.next_run_at });
        else if (record !== locked) await schedules.save(record);
      });
      this.loop.wake();
    } catch (error) {
      // The next run of the schedule finds the turn's end.
      this.logger.warn({ error, turn_id: event.turn_id }, "the end of a schedule's turn could not be noted");
    }
  }
}
