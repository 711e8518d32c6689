import type { Clock } from "../ports/clock.ts";

/** A signal that aborts when nothing was seen for a while. One timer stands for any number of pieces. */
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

  /** Something was seen. */
  touch(): void {
    this.last = this.clock.monotonic();
  }

  cancel(): void {
    // A reason of its own: the default one is an error with a stack, made for each response.
    this.cancelled.abort("cancelled");
  }
}
