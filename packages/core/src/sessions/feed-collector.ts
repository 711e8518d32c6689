import { inject, service } from "../di.ts";
import { repeat } from "../instance/repeat.ts";
import type { Clock } from "../ports/clock.ts";
import type { ChangeHint } from "../ports/cluster-store.ts";
import type { EventFeedRepository } from "../ports/event-feed-store.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { nextTask } from "../runtime/next-task.ts";
import { MergedCalls } from "../runtime/merged-calls.ts";
import { EventHub } from "./event-hub.ts";

/** How many sessions are collected in one transaction. */
const COLLECTED = 500;
/** How often all sessions are looked at, since hints of other instances may be lost. */
const LOOK_MS = 30_000;

/** Collects new events into the feed while somebody on this instance reads it. */
@service()
export class FeedCollector {
  private readonly readers = new Set<() => void>();
  /** The sessions that were appended to since they were last collected. Null: any may have been. */
  private changed: Set<string> | null = null;
  private readonly collecting = new MergedCalls(() => this.collect());
  private leave = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(EventHub) private readonly hub: EventHub,
  ) {}

  /** Calls `wake` whenever the feed may have new entries, until the returned function is called. */
  join(wake: () => void): () => void {
    this.readers.add(wake);
    if (this.readers.size === 1) this.begin();
    return () => {
      if (this.readers.delete(wake) && this.readers.size === 0) this.leave();
    };
  }

  /** Collects everything that was appended before the call, unless it is stopped. Throws what the store throws. */
  async collectAll(stop?: AbortSignal): Promise<void> {
    const feed = this.feed();
    while (stop?.aborted !== true && (await feed.collect(null, COLLECTED))) await nextTask();
  }

  private feed(): EventFeedRepository {
    return requirePart(this.store, "eventFeed");
  }

  private begin(): void {
    const stopping = new AbortController();
    const unwatch = this.hub.watch((sessionId) => this.note(sessionId));
    const unsubscribe = this.store.cluster?.subscribe((hint) => this.receive(hint));
    void repeat(this.clock, LOOK_MS, stopping.signal, () => this.note(null));
    this.changed = null;
    this.leave = () => {
      stopping.abort();
      unwatch();
      unsubscribe?.();
    };
  }

  private receive(hint: ChangeHint): void {
    if (hint.type === "events") this.note(hint.session_id);
    else if (hint.type === "missed") this.note(null);
  }

  private note(sessionId: string | null): void {
    if (sessionId === null) this.changed = null;
    else this.changed?.add(sessionId);
    this.collecting.call();
  }

  private async collect(): Promise<void> {
    const { changed } = this;
    this.changed = new Set();
    try {
      if (changed === null) await this.collectAll();
      else if (changed.size > 0) await this.feed().collect([...changed], changed.size);
      for (const wake of this.readers) wake();
    } catch (error) {
      // The next hint, or the next look at all sessions, tries again.
      this.changed = null;
      this.logger.warn({ error }, "new events could not be collected into the feed");
    }
  }
}
