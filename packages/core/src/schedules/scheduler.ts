import { inject, service } from "../di.ts";
import { ERROR_CODES } from "../domain/errors/codes.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { ClaimedSchedule } from "../ports/schedule-store.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { ServiceEvent } from "../sessions/events-api.ts";
import { EventHub } from "../sessions/event-hub.ts";
import { DueSchedules } from "./due-schedules.ts";
import { hasFailedTooOften, isDecided, paused } from "./paused.ts";
import { ScheduleChanges } from "./schedule-changes.ts";
import { settleRuns } from "./run-ends.ts";
import { principalOf } from "./schedule-principal.ts";

/** Finds schedules that other instances have created or changed. */
const POLL_MS = 5_000;
/** What is due may be locked by another instance, or have failed here. */
const RETRY_MS = 100;
const AFTER_FAILURE_MS = 2_000;
/** Transactions at once, on a store that several instances share. */
const MAX_AT_ONCE = 4;

type TurnEnded = Extract<SessionEvent, { readonly type: "turn.ended" }>;

/** A refusal of the turn, which a repetition would not change at once; other failures leave the schedule due. */
function isRefusal(error: unknown): error is DomainError {
  return DomainError.isInstance(error) && ERROR_CODES[error.code].status < 500;
}

/** Decides about schedules of all tenants when they are due. It runs on every instance of a store; each time is decided by one of them. */
@service()
export class Scheduler {
  private loop: Promise<void> = Promise.resolve();
  private settling: Promise<void> = Promise.resolve();
  private unsubscribe: () => void = () => {};
  /** Ends the sleep until the next due time. */
  private idle = new AbortController();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(EventHub) private readonly hub: EventHub,
    @inject(DueSchedules) private readonly due: DueSchedules,
    @inject(ScheduleChanges) private readonly changes: ScheduleChanges,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  private get schedules() {
    return requirePart(this.store, "schedules");
  }

  /** The clock of a store that one process uses measures leases, and does not follow the host's. */
  private now(): { readonly now?: number } {
    return this.store.cluster === undefined ? { now: this.clock.now() } : {};
  }

  start(): void {
    if (this.settings.cronTimes === null) return;
    this.unsubscribe = this.hub.on("turn.ended", (ended) => {
      if (ended.event.turn.source !== "schedule") return;
      this.settling = this.settling.then(() => this.turnEnded(ended));
    });
    this.changes.whenChanged(() => this.wake());
    this.shutdown.signal.addEventListener("abort", () => this.wake(), { once: true });
    this.loop = this.run();
  }

  /** Looks for due schedules now. */
  private wake(): void {
    this.idle.abort();
  }

  /** After the runner has stopped. */
  async stop(): Promise<void> {
    this.wake();
    await this.loop;
    this.unsubscribe();
    await this.settling;
  }

  private async run(): Promise<void> {
    while (!this.shutdown.hasBegun) {
      this.idle = new AbortController();
      const ms = await this.decideAll();
      if (!this.shutdown.signal.aborted) await this.clock.sleep(ms, this.idle.signal);
    }
  }

  /** Decides about all that is due. Returns how long nothing is, in milliseconds. */
  private async decideAll(): Promise<number> {
    try {
      const ms = (await this.schedules.dueIn(this.now().now)) ?? POLL_MS;
      if (ms > 0) return Math.min(ms, POLL_MS);
      if (!(await this.hasSpace())) return AFTER_FAILURE_MS;
      const failed = new Set<string>();
      const decide = async () => {
        while (!this.shutdown.hasBegun && (await this.decideOne(failed)));
      };
      const atOnce = this.store.cluster === undefined ? 1 : MAX_AT_ONCE;
      await Promise.all(Array.from({ length: atOnce }, decide));
      if (failed.size > 0) return AFTER_FAILURE_MS;
      const left = (await this.schedules.dueIn(this.now().now)) ?? POLL_MS;
      return Math.min(Math.max(left, RETRY_MS), POLL_MS);
    } catch (error) {
      this.logger.error({ error }, "no schedules could be claimed");
      return AFTER_FAILURE_MS;
    }
  }

  /** A host whose disk is full leaves what is due to others, or until it has space. The runner logs it. */
  private async hasSpace(): Promise<boolean> {
    try {
      await this.disk.assertSpace();
      return true;
    } catch {
      return false;
    }
  }

  /** Whether one was due. */
  private async decideOne(failed: Set<string>): Promise<boolean> {
    const attempt: { claimed: ClaimedSchedule | null } = { claimed: null };
    try {
      const decided = await this.store.transaction(async (repositories) => {
        const claimed = await requirePart(repositories, "schedules").claim({
          except: [...failed],
          ...this.now(),
        });
        attempt.claimed = claimed;
        if (claimed === null) return null;
        return this.due.decide(repositories, claimed, null, (record) =>
          principalOf(repositories, record, claimed.now),
        );
      });
      if (decided !== null) await this.due.announce(decided);
      return decided !== null;
    } catch (error) {
      const { claimed } = attempt;
      if (claimed === null) throw error;
      await this.refuseOrLog(claimed, error, failed);
      return true;
    }
  }

  private async refuseOrLog(claimed: ClaimedSchedule, failure: unknown, failed: Set<string>): Promise<void> {
    try {
      if (!isRefusal(failure)) throw failure;
      await this.refuse(claimed, failure);
    } catch (error) {
      this.logger.error({ error, schedule_id: claimed.record.id }, "a due schedule could not be decided");
      failed.add(claimed.record.id);
    }
  }

  /** Stores that the turn was refused, unless another instance has decided meanwhile. */
  private async refuse({ record, now }: ClaimedSchedule, refusal: DomainError): Promise<void> {
    const { tenant, workspace_id, id } = record;
    const decided = await this.store.transaction(async (repositories) => {
      const locked = await requirePart(repositories, "schedules").get(tenant, workspace_id, id);
      if (locked === null || locked.next_run_at !== record.next_run_at) return null;
      return this.due.decide(repositories, { record: locked, now }, refusal, (found) =>
        principalOf(repositories, found, now),
      );
    });
    if (decided !== null) await this.due.announce(decided);
  }

  /** Counts failures, and lets a run follow that waits for this turn. */
  private async turnEnded({ tenant, workspaceId, event }: ServiceEvent<TurnEnded>): Promise<void> {
    try {
      const run = await this.schedules.runs.ofTurn(tenant, event.turn_id);
      if (run === null) return;
      await this.store.transaction(async (repositories) => {
        const schedules = requirePart(repositories, "schedules");
        const locked = await schedules.get(tenant, workspaceId, run.schedule_id);
        if (locked === null) return;
        const { record, open } = await settleRuns(repositories, locked, run.id);
        const isPausing =
          record.paused_reason === null && hasFailedTooOften(record) && isDecided(record, this.clock.now());
        if (isPausing) await schedules.save(paused(record, "failures"));
        else if (open.length === 0) await schedules.save({ ...record, due_at: record.next_run_at });
        else if (record !== locked) await schedules.save(record);
      });
      this.wake();
    } catch (error) {
      // The next run of the schedule finds the turn's end.
      this.logger.warn({ error, turn_id: event.turn_id }, "the end of a schedule's turn could not be noted");
    }
  }
}
