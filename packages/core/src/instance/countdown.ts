import type { Clock } from "../ports/clock.ts";

/** A signal that aborts when `touch` was not called for `idleMs`, or after `totalMs`. Uses one timer, however often it is touched. */
export class Countdown {
  private readonly expired = new AbortController();
  private readonly cancelled = new AbortController();
  private readonly end: number;
  private last: number;

  constructor(
    private readonly clock: Clock,
    private readonly idleMs: number,
    totalMs = Infinity,
  ) {
    this.last = clock.monotonic();
    this.end = this.last + totalMs;
    void this.run();
  }

  private async run(): Promise<void> {
    while (!this.cancelled.signal.aborted) {
      const left = Math.min(this.last + this.idleMs, this.end) - this.clock.monotonic();
      if (left <= 0) {
        this.expired.abort();
        return;
      }
      await this.clock.sleep(left, this.cancelled.signal);
    }
  }

  get signal(): AbortSignal {
    return this.expired.signal;
  }

  touch(): void {
    this.last = this.clock.monotonic();
  }

  cancel(): void {
    // The default reason would be an error with a stack trace.
    this.cancelled.abort("cancelled");
  }
}
