import type { Lease, SessionRecord } from "../domain/sessions/session.ts";
import type { Clock } from "../ports/clock.ts";

/** A run that has survived for so long is no longer waited for. */
const TRIAL_MS = 10_000;

export interface AttemptPorts {
  readonly clock: Clock;
  readonly onRecovered?: () => void | Promise<void>;
}

interface AttemptingRun {
  readonly record: SessionRecord;
  readonly lease: Lease;
  saveAttempts(attempts: number): Promise<void>;
}

/** A run as one of the attempts that its session counts: from when it begins to work until it has completed a step. */
export class Attempt {
  private readonly since: number;
  private isCounted = false;

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
    return this.run.record.attempts > 0 && this.ports.clock.monotonic() - this.since < TRIAL_MS;
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
    await this.run.saveAttempts(this.run.record.attempts + 1);
    this.isCounted = true;
  }

  /** The run has completed a step: what it dies of now is not what the runs before it died of. */
  async recovered(): Promise<void> {
    if (this.run.record.attempts === 0) return;
    await this.run.saveAttempts(0);
    await this.ports.onRecovered?.();
  }
}
