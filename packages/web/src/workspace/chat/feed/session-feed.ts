import {
  retrying,
  sleep,
  type ConnectionState,
  type FollowedEvent,
  type FollowOptions,
  type SessionEvent,
  type Timing,
} from "@workspace-agent/client";
import { Listeners } from "../../../api/listeners.ts";
import { continueFold, foldLog } from "../log/fold-log.ts";
import { applyDelta, markStale } from "../log/live-items.ts";
import { emptyView, type SessionView } from "../log/session-view.ts";

/** The number of events that are read at once, starting with the latest. */
const WINDOW = 400;

/** The events of one session. */
export interface FeedSource {
  /** The `seq` of the latest event, and whether a turn is active. */
  head(signal: AbortSignal): Promise<{ readonly seq: number; readonly hasActiveTurn: boolean }>;
  follow(options: FollowOptions): AsyncIterable<FollowedEvent>;
  /** At most `limit` events after an event. */
  page(after: number, limit: number, signal: AbortSignal): Promise<readonly SessionEvent[]>;
}

/** The state of the connection; times in milliseconds. */
type Outage =
  | { readonly state: "none" }
  | { readonly state: "lost"; readonly since: number }
  | { readonly state: "restored"; readonly from: number; readonly until: number };

export interface FeedState {
  readonly view: SessionView;
  /** Whether all events up to the present were read. */
  readonly isCaughtUp: boolean;
  readonly outage: Outage;
  readonly isLoadingOlder: boolean;
  /** The error that ended the feed, such as a deleted session. */
  readonly error: unknown;
}

const START: FeedState = {
  view: emptyView,
  isCaughtUp: false,
  outage: { state: "none" },
  isLoadingOlder: false,
  error: null,
};

interface FeedTiming extends Timing {
  readonly now: () => number;
}

const TIMING: FeedTiming = { sleep, random: Math.random, now: Date.now };

/**
 * Keeps the view of a session up to date. It starts with the latest events, and loads older ones on request. Events that arrive within a
 * frame are applied together, so that a stream of tokens changes the page once per frame.
 */
export class SessionFeed {
  private state = START;
  private events: SessionEvent[] = [];
  private pending: FollowedEvent[] = [];
  private isScheduled = false;
  private readonly listeners = new Listeners();
  readonly subscribe = this.listeners.subscribe;
  private abort = new AbortController();
  private loading: Promise<void> | null = null;

  constructor(
    private readonly source: FeedSource,
    /** Calls back before the next frame. */
    private readonly schedule: (callback: () => void) => void,
    private readonly timing = TIMING,
  ) {}

  /** Starts to follow the session. Returns a function that stops it. */
  readonly start = (): (() => void) => {
    this.abort = new AbortController();
    const { abort } = this;
    void this.follow(abort.signal);
    return () => abort.abort();
  };

  readonly read = (): FeedState => this.state;

  get hasOlder(): boolean {
    return this.state.view.from > 1;
  }

  /** Loads older events. A request that is already running is not repeated. */
  readonly loadOlder = async (): Promise<void> => {
    // A listener may call this again while the state changes.
    this.loading ??= Promise.resolve().then(() => this.readOlder());
    await this.loading;
  };

  private async readOlder(): Promise<void> {
    const { from } = this.state.view;
    const { signal } = this.abort;
    const end = (changes: Partial<FeedState> = {}) => {
      this.loading = null;
      if (!signal.aborted) this.change({ isLoadingOlder: false, ...changes });
    };
    if (from <= 1) {
      this.loading = null;
      return;
    }
    this.change({ isLoadingOlder: true });
    try {
      const after = Math.max(0, from - 1 - WINDOW);
      const older = await this.source.page(after, from - 1 - after, signal);
      if (signal.aborted) {
        end();
        return;
      }
      this.flush();
      this.events = [...older, ...this.events];
      const { live, outputs, settled } = this.state.view;
      end({ view: { ...foldLog(this.events, settled), live, outputs } });
    } catch (error) {
      end();
      throw error;
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    try {
      const after = this.state.view.through || (await this.firstSeq(signal));
      const following = { after, signal, onState: (state: ConnectionState) => this.onState(state) };
      for await (const event of this.source.follow(following)) this.enqueue(event);
    } catch (error) {
      if (!signal.aborted) this.change({ error });
    }
  }

  /** The event after which the feed starts. */
  private async firstSeq(signal: AbortSignal): Promise<number> {
    const read = async () => await this.source.head(signal);
    const onRetry = (attempt: number, delayMs: number, error: unknown) =>
      this.onState({ state: "reconnecting", attempt, delayMs, error });
    const { seq, hasActiveTurn } = await retrying(read, Infinity, this.timing, signal, onRetry);
    if (!hasActiveTurn) this.change({ view: { ...this.state.view, settled: seq } });
    return Math.max(0, seq - WINDOW);
  }

  private enqueue(event: FollowedEvent): void {
    this.pending.push(event);
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.schedule(() => {
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
    const apply = () => {
      view = continueFold(view, durable, this.events);
      durable = [];
    };
    for (const event of pending) {
      if (event.type === "sync") {
        apply();
        isCaughtUp = true;
        const at = new Date(this.timing.now()).toISOString();
        for (const item of event.in_progress) view = applyDelta(view, { ...item, at });
        if (outage.state === "lost")
          outage = { state: "restored", from: outage.since, until: this.timing.now() };
      } else if (event.type === "item.delta") {
        apply();
        view = applyDelta(view, event);
      } else {
        durable.push(event);
        this.events.push(event);
      }
    }
    apply();
    this.change({ view, outage, isCaughtUp });
  }

  private onState(state: ConnectionState): void {
    if (state.state !== "reconnecting") return;
    this.flush();
    const { outage, view } = this.state;
    const since = outage.state === "lost" ? outage.since : this.timing.now();
    this.change({
      view: markStale(view),
      // The server may end a stream at any time, which is not an outage.
      outage: state.error === null ? outage : { state: "lost", since },
    });
  }

  private change(changes: Partial<FeedState>): void {
    this.state = { ...this.state, ...changes };
    this.listeners.notify();
  }
}
