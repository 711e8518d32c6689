import type { Clock } from "../ports/clock.ts";

/** A signal that aborts when `touch` was not called for a while. Uses one timer, however often it is touched. */
export class IdleWatch {
  private readonly expired = new AbortController();
  private readonly cancelled = new AbortController();
  private last: number;

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
  ) {
    this.last = clock.monotonic();
    void this.watch();
  }

  private async watch(): Promise<void> {
    while (!this.cancelled.signal.aborted) {
      const left = this.last + this.ms - this.clock.monotonic();
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
