import type { Clock } from "@workspace-agent/core";

/** At most a tenth of the time. */
const FACTOR = 10;
/** What may be used at once beyond that, after a time without. */
const BURST_MS = 1_000;

/** Bounds how much of the time goes into something that is done again and again. */
export class TimeShare {
  /** What the last time took. */
  took = 0;
  endedAt = 0;
  /** When what was used is within the share again. */
  private paidUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** For how long it may not be done. */
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
