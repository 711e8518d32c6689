import { inject, service } from "../di.ts";
import { principalOf } from "../access/run-as.ts";
import type { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ScheduleRunRecord } from "../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import { timingOf } from "../domain/schedules/timing.ts";
import type { Claimed } from "../ports/due-rows.ts";
import type { Repositories } from "../ports/store.ts";
import { WebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { hasFailedTooOften, isDecided, paused } from "./schedule-records.ts";
import { settleRuns } from "./run-ends.ts";
import { runMessages, runOf } from "./run-records.ts";
import { RunStarter, type Started } from "./run-starter.ts";
import { schedulesOf } from "./schedule-access.ts";
import { ScheduleTimes } from "./schedule-times.ts";

/** Times of one schedule that one transaction decides, when many have passed. */
const MAX_TIMES = 100;
/** How often a schedule whose run waits for an earlier one is looked at, if nobody told of its end. */
const WAIT_MS = 2_000;

/** What one transaction decided, to announce after the commit. */
export interface Decided {
  readonly started: Started | null;
  readonly hasDeliveries: boolean;
}

/** A schedule while its times are decided. */
interface Progress {
  readonly record: ScheduleRecord;
  readonly runs: readonly ScheduleRunRecord[];
  readonly started: Started | null;
  readonly isWaiting: boolean;
}

interface Situation {
  readonly now: number;
  readonly open: readonly ScheduleRunRecord[];
  /** Null: the token of whoever made the schedule is gone. */
  readonly principal: Principal | null;
  /** Why the turn of the first time to run is not accepted, as another transaction found. */
  readonly refusal: DomainError | null;
}

/** Decides about the times of a schedule that have come: one turn at most, and a run for each time. */
@service()
export class DueSchedules {
  constructor(
    @inject(ScheduleTimes) private readonly times: ScheduleTimes,
    @inject(RunStarter) private readonly starter: RunStarter,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
  ) {}

  /**
   * In the transaction that has claimed the schedule. Throws what refuses a turn: undo the transaction, and pass it as `refusal` to
   * another one.
   */
  async decide(
    repositories: Repositories,
    claimed: Claimed<ScheduleRecord>,
    refusal: DomainError | null,
  ): Promise<Decided> {
    const { now } = claimed;
    const { record, open } = await settleRuns(repositories, claimed.record);
    const principal = await principalOf(repositories, record, now);
    let progress: Progress = { record, runs: [], started: null, isWaiting: false };
    const situation: Situation = { now, open, principal, refusal };
    const isOver = ({ record, runs, started, isWaiting }: Progress) =>
      isDecided(record, now) || started !== null || isWaiting || runs.length >= MAX_TIMES;
    while (!isOver(progress)) {
      const next = await this.decideNext(repositories, progress, situation);
      progress = next;
      // The refusal was about one time.
      if (refusal !== null && next.runs.at(-1)?.outcome === "failed") break;
    }
    const schedules = schedulesOf(repositories);
    await schedules.runs.add(progress.runs);
    await schedules.save(this.finished(progress, situation));
    const messages = runMessages(record, progress.runs, now);
    const hasDeliveries = await this.outbox.addMessages(repositories, record.tenant, messages);
    return { started: progress.started, hasDeliveries };
  }

  /** Call after the commit. */
  async announce({ started, hasDeliveries }: Decided): Promise<void> {
    if (hasDeliveries) this.outbox.announce();
    if (started !== null) await this.starter.announce(started);
  }

  private async decideNext(
    repositories: Repositories,
    progress: Progress,
    { now, open, principal, refusal }: Situation,
  ): Promise<Progress> {
    const { record, runs } = progress;
    const scheduledAt = record.next_run_at ?? now;
    const following = this.times.nextAfter(record, scheduledAt);
    const decided: ScheduleRecord = { ...record, next_run_at: following, decided_through: scheduledAt };
    const without = (
      run: Pick<ScheduleRunRecord, "outcome"> & Partial<ScheduleRunRecord>,
      after: ScheduleRecord = decided,
    ): Progress => ({
      ...progress,
      record: after,
      runs: [...runs, runOf(record, { trigger: "schedule", scheduled_at: scheduledAt, ...run })],
    });
    if (principal === null) {
      const detail = "The token of whoever made the schedule was revoked or has expired.";
      return without({ outcome: "failed", problem: { code: "invalid_token", detail } });
    }
    if (hasFailedTooOften(record)) return without({ outcome: "missed" });
    const trigger = timingOf(record, { scheduledAt, following, now });
    if (trigger === "missed") return without({ outcome: "missed" });
    if (refusal !== null) {
      const { code, detail } = refusal;
      const failed = { ...decided, failures: record.failures + 1 };
      return without({ trigger, outcome: "failed", problem: { code, detail } }, failed);
    }
    const { overlap, session_id } = record;
    if (await this.starter.overlaps(repositories, record, open)) {
      if (overlap === "skip") return without({ trigger, outcome: "skipped_overlap" });
      if (overlap === "queue" && session_id === null)
        return { ...progress, record: { ...record, waited_through: now }, isWaiting: true };
    }
    const started = await this.starter.start(repositories, record, { principal, trigger, scheduledAt, open });
    const counted = { ...decided, started_runs: record.started_runs + 1 };
    const isUsedUp = counted.max_runs !== null && counted.started_runs >= counted.max_runs;
    return {
      ...progress,
      record: isUsedUp ? { ...counted, next_run_at: null } : counted,
      runs: [...runs, started.run],
      started,
    };
  }

  /** The schedule with its next time, or paused where there is none. */
  private finished({ record, isWaiting }: Progress, { now, principal }: Situation): ScheduleRecord {
    const { next_run_at } = record;
    if (isWaiting) return { ...record, due_at: now + WAIT_MS };
    if (isDecided(record, now)) {
      if (principal === null) return paused(record, "principal");
      if (hasFailedTooOften(record)) return paused(record, "failures");
    }
    if (next_run_at === null) return paused(record, "ended");
    // What is left of the past comes after the schedules of others that are due.
    return { ...record, due_at: Math.max(next_run_at, now) };
  }
}
