import type { Clock } from "../ports/clock.ts";

/** A signal that aborts at a time of day by the clock; at once when that is past. */
export class Deadline {
  private readonly reached = new AbortController();
  private readonly cancelled = new AbortController();

  constructor(clock: Clock, at: number) {
    const left = at - clock.now();
    if (left <= 0) this.reached.abort();
    else
      void clock.sleep(left, this.cancelled.signal).then(() => {
        if (!this.cancelled.signal.aborted) this.reached.abort();
      });
  }

  get signal(): AbortSignal {
    return this.reached.signal;
  }

  cancel(): void {
    // Without a reason an error with a stack would be made.
    this.cancelled.abort("cancelled");
  }
}
