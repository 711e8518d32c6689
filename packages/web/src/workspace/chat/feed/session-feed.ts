import type { ConnectionState, FollowedEvent, FollowOptions, SessionEvent } from "@workspace-agent/client";
import { applyEvents } from "../log/apply-events.ts";
import { applyDelta, withoutConnection } from "../log/live-items.ts";
import { emptyView, type SessionView } from "../log/session-view.ts";
import type { Outage } from "./outage.ts";

/** So many events are read before the newest; those before them when they are asked for. */
const WINDOW = 400;

/** Where the events of one session come from. */
export interface FeedSource {
  /** The `seq` of the newest event, and whether a turn has begun by then and not ended. */
  head(signal: AbortSignal): Promise<{ readonly seq: number; readonly hasBegun: boolean }>;
  follow(options: FollowOptions): AsyncIterable<FollowedEvent>;
  /** At most `limit` events after one. */
  page(after: number, limit: number, signal: AbortSignal): Promise<readonly SessionEvent[]>;
}

export interface FeedState {
  readonly view: SessionView;
  /** Everything up to the present was read once. */
  readonly isCaughtUp: boolean;
  readonly outage: Outage;
  readonly isReadingOlder: boolean;
  /** What ended it, such as a session that is gone. */
  readonly error: unknown;
}

const START: FeedState = {
  view: emptyView,
  isCaughtUp: false,
  outage: { state: "none" },
  isReadingOlder: false,
  error: null,
};

/**
 * The view of a session, kept up to date: its newest events, what follows, and what was before when it is asked for. What comes within
 * a frame is shown at once, so that a stream of tokens costs one change of the page for each frame.
 */
export class SessionFeed {
  private state = START;
  private events: SessionEvent[] = [];
  private pending: FollowedEvent[] = [];
  private isScheduled = false;
  private readonly listeners = new Set<() => void>();
  private left = new AbortController();

  constructor(
    private readonly source: FeedSource,
    /** Calls back before the page is next drawn. */
    private readonly soon: (callback: () => void) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** Begins to follow; gives what ends it. */
  readonly start = (): (() => void) => {
    this.left = new AbortController();
    void this.follow(this.left.signal);
    const left = this.left;
    return () => left.abort();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly read = (): FeedState => this.state;

  get hasOlder(): boolean {
    return this.state.view.from > 1;
  }

  /** Reads a page of what was before; while that is under way nothing more. */
  readonly readOlder = async (): Promise<void> => {
    const { from } = this.state.view;
    if (from <= 1 || this.state.isReadingOlder) return;
    const { signal } = this.left;
    this.change({ isReadingOlder: true });
    try {
      const after = Math.max(0, from - 1 - WINDOW);
      const older = await this.source.page(after, from - 1 - after, signal);
      if (signal.aborted) return;
      this.flush();
      this.events = [...older, ...this.events];
      const { live, settled } = this.state.view;
      const view = applyEvents({ ...emptyView, settled }, this.events);
      this.change({ isReadingOlder: false, view: { ...view, live } });
    } catch (error) {
      if (!signal.aborted) this.change({ isReadingOlder: false });
      throw error;
    }
  };

  private async follow(signal: AbortSignal): Promise<void> {
    try {
      const after = this.state.view.through || (await this.begin(signal));
      const following = { after, signal, onState: (state: ConnectionState) => this.connection(state) };
      for await (const event of this.source.follow(following)) this.take(event);
    } catch (error) {
      if (!signal.aborted) this.change({ error });
    }
  }

  /** Before the first event that is read. */
  private async begin(signal: AbortSignal): Promise<number> {
    const { seq, hasBegun } = await this.source.head(signal);
    if (!hasBegun) this.change({ view: { ...this.state.view, settled: seq } });
    return Math.max(0, seq - WINDOW);
  }

  private take(event: FollowedEvent): void {
    this.pending.push(event);
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.soon(() => {
      this.isScheduled = false;
      this.flush();
    });
  }

  private flush(): void {
    const { pending } = this;
    if (pending.length === 0) return;
    this.pending = [];
    let { view, outage } = this.state;
    let isCaughtUp = this.state.isCaughtUp;
    let durable: SessionEvent[] = [];
    const settle = () => {
      view = applyEvents(view, durable);
      durable = [];
    };
    for (const event of pending) {
      if (event.type === "sync") {
        settle();
        isCaughtUp = true;
        const at = new Date(this.now()).toISOString();
        for (const item of event.in_progress) view = applyDelta(view, { ...item, offset: 0, at });
        if (outage.state === "lost") outage = { state: "mended", from: outage.since, until: this.now() };
      } else if (event.type === "item.delta") {
        settle();
        view = applyDelta(view, event);
      } else {
        durable.push(event);
        this.events.push(event);
      }
    }
    settle();
    this.change({ view, outage, isCaughtUp });
  }

  private connection(state: ConnectionState): void {
    if (state.state !== "reconnecting") return;
    this.flush();
    const { outage, view } = this.state;
    const since = outage.state === "lost" ? outage.since : this.now();
    this.change({
      view: withoutConnection(view),
      // A stream that the instance ended is taken up again without a word.
      outage: state.error === null ? outage : { state: "lost", since, retryAt: this.now() + state.delayMs },
    });
  }

  private change(changes: Partial<FeedState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}
