import type { Clock } from "@workspace-agent/core";

/** At most a tenth of the time. */
const FACTOR = 10;
/** What a burst may use beyond that. */
const BURST_MS = 1_000;

/** Bounds the share of time that a repeated task may take. */
export class TimeShare {
  /** The duration of the last run. */
  took = 0;
  endedAt = 0;
  /** When the time used so far is within the share again. */
  private paidUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** How long the task has to pause. */
  get restMs(): number {
    const burst = Math.max(FACTOR * this.took, BURST_MS);
    return Math.max(0, this.paidUntil - burst - this.clock.monotonic());
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const begin = this.clock.monotonic();
    try {
      return await work();
    } finally {
      this.endedAt = this.clock.monotonic();
      this.took = this.endedAt - begin;
      this.paidUntil = Math.max(this.paidUntil, begin) + FACTOR * this.took;
    }
  }
}
