import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { MAX_ATTEMPTS } from "./max-attempts.ts";
import type { SessionLog } from "./session-log.ts";
import type { Lease, SessionRecord } from "./session.ts";

/** A run that has survived for so long is no longer waited for; the longer where the next death ends its turn. */
const TRIAL_MS = 10_000;
const LAST_TRIAL_MS = 60_000;
/** A run that has completed so many steps, or one and has survived for so long, has recovered: one that looks before it crashes the server has not. */
const RECOVERING_STEPS = 3;
const RECOVERING_MS = 60_000;

export interface AttemptPorts {
  readonly store: Store;
  readonly log: SessionLog;
  readonly clock: Clock;
  /** Called when a run has recovered after the one before it died. */
  readonly onRecovered?: () => void | Promise<void>;
}

interface AttemptingRun {
  record: SessionRecord;
  readonly lease: Lease;
}

/** A run as one of the attempts that its session counts: from when it begins to work until it has recovered. */
export class Attempt {
  private readonly since: number;
  private isCounted = false;
  private steps = 0;

  constructor(
    private readonly run: AttemptingRun,
    private readonly ports: AttemptPorts,
    /** Who held the session before and did not release it. */
    private readonly previousOwner: string | null,
  ) {
    this.since = ports.clock.monotonic();
  }

  /** Whether the run before died, or lost its lease, without releasing the session. */
  get isTakenOver(): boolean {
    return this.previousOwner !== null;
  }

  /** Whether others that may crash the server wait for this one. */
  get isOnTrial(): boolean {
    const { attempts } = this.run.record;
    return attempts > 0 && this.age < (attempts < MAX_ATTEMPTS ? TRIAL_MS : LAST_TRIAL_MS);
  }

  private get age(): number {
    return this.ports.clock.monotonic() - this.since;
  }

  /** Counts the run, if the one before it died. A run that dies before this does not count, nor one that only lost its lease. */
  async begin(): Promise<void> {
    if (this.isTakenOver && this.previousOwner !== this.run.lease.owner) await this.count();
  }

  /** Counts the run, which failed in a way that ended no turn. What keeps that from being written does not matter any more. */
  async failed(): Promise<void> {
    if (!this.isCounted) await this.count().catch(() => {});
  }

  private async count(): Promise<void> {
    await this.save(this.run.record.attempts + 1);
    this.isCounted = true;
  }

  /** The run has completed a step. */
  async stepped(): Promise<void> {
    this.steps += 1;
    if (this.steps >= RECOVERING_STEPS || this.age >= RECOVERING_MS) await this.recovered();
  }

  /** What the run dies of now is not what the runs before it died of. */
  async recovered(): Promise<void> {
    if (this.run.record.attempts === 0) return;
    await this.save(0);
    await this.ports.onRecovered?.();
  }

  private async save(attempts: number): Promise<void> {
    const { store, log } = this.ports;
    const { run } = this;
    await store.transaction(async (repositories) => {
      const record = await log.lockAsOwner(repositories, run.record.tenant, run.lease);
      await repositories.sessions.save({ ...record, attempts });
    });
    run.record = { ...run.record, attempts };
  }
}
