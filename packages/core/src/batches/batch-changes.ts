import type { Clock } from "../ports/clock.ts";
import type { LiveFeed } from "../sessions/live-feed.ts";

/** How often the store is read without a notice: other instances send none about batches. */
const POLL_MS = 1_000;

/** Waits for changes of a batch, until it is disposed of. */
export class BatchChanges implements Disposable {
  private round = new AbortController();
  private isOver = false;
  private readonly unwatch: () => void;

  constructor(
    feed: LiveFeed,
    private readonly clock: Clock,
    id: string,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.unwatch = feed.watch(id, ({ type }) => (type === "gone" ? this.leave() : this.round.abort()));
    signal?.addEventListener("abort", this.leave, { once: true });
    if (signal?.aborted === true) this.leave();
  }

  private readonly leave = () => {
    this.isOver = true;
    this.round.abort();
  };

  /** Resolves when the batch may have changed since the last call, or the time is up; false: nobody waits any more. */
  async next(ms = POLL_MS): Promise<boolean> {
    if (!this.round.signal.aborted) await this.clock.sleep(Math.min(ms, POLL_MS), this.round.signal);
    this.round = new AbortController();
    return !this.isOver;
  }

  [Symbol.dispose](): void {
    this.unwatch();
    this.signal?.removeEventListener("abort", this.leave);
  }
}
