import type { Clock } from "../ports/clock.ts";
import type { LiveFeed, Notice } from "./live-feed.ts";

/** Waits for notices about a session or a batch, until it is disposed of. */
export class NoticeWait implements Disposable {
  private hasEnded = false;
  private round = new AbortController();
  private readonly unwatch: () => void;

  constructor(
    feed: LiveFeed,
    private readonly clock: Clock,
    id: string,
    private readonly signal: AbortSignal | undefined,
    isNews: (notice: Notice) => boolean = () => true,
  ) {
    this.unwatch = feed.watch(id, (notice) => {
      if (notice.type === "gone") this.leave();
      else if (isNews(notice)) this.round.abort();
    });
    signal?.addEventListener("abort", this.leave, { once: true });
    if (signal?.aborted === true) this.leave();
  }

  /** The signal aborted, or there is nothing to wait for any more. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  private readonly leave = () => {
    this.hasEnded = true;
    this.round.abort();
  };

  /** Resolves when there was news since the last call, or the time is up; false: the wait is over. */
  async next(ms: number): Promise<boolean> {
    if (!this.round.signal.aborted) await this.clock.sleep(ms, this.round.signal);
    this.round = new AbortController();
    return !this.isOver;
  }

  [Symbol.dispose](): void {
    this.unwatch();
    this.signal?.removeEventListener("abort", this.leave);
  }
}
