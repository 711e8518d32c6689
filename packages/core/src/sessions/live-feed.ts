import type { ItemDelta, SessionEvent } from "./event.ts";
import { ItemsUnderWay } from "./items-under-way.ts";

/** What a watcher of a session hears: durable events just committed, a delta, that another instance wrote, or that there is nothing more to hear: the session was deleted, or this instance stops. */
export type Notice =
  | {
      readonly type: "events";
      readonly events: readonly SessionEvent[];
      /** The session's status is another since. */
      readonly hasNewStatus: boolean;
    }
  | { readonly type: "delta"; readonly delta: ItemDelta }
  | { readonly type: "elsewhere" }
  | { readonly type: "gone" };

export type Watcher = (notice: Notice) => void;

/** The way to other instances that use the same store. */
export interface Elsewhere {
  /** Hears all that is published here; has to return at once and must not throw. */
  published(sessionId: string, notice: Notice): void;
  /** Hands over what happens there in a session, and with `deltas` what is still being made, until the function that it gives is called. */
  follow(sessionId: string, options: FollowOptions): () => void;
  /** What is being made there in a session that is followed, as far as it is known. */
  underWay(sessionId: string): readonly ItemDelta[];
}

export interface FollowOptions {
  readonly deltas: boolean;
}

const nothing = () => {};

/**
 * Hands what happens in a session to those who watch it in this process. A watcher is called in the course of the publishing
 * turn: it has to return at once and must not throw.
 */
export class LiveFeed {
  private readonly watchers = new Map<string, Set<Watcher>>();
  /** What is being made here, by session. */
  private readonly making = new Map<string, ItemsUnderWay>();
  private elsewhere: Elsewhere | null = null;
  private hasEnded = false;

  /** Only for a store that several instances share. */
  connect(elsewhere: Elsewhere): void {
    this.elsewhere = elsewhere;
  }

  watch(sessionId: string, watcher: Watcher): () => void {
    const set = this.watchers.get(sessionId) ?? new Set();
    set.add(watcher);
    this.watchers.set(sessionId, set);
    if (this.hasEnded) watcher({ type: "gone" });
    return () => {
      set.delete(watcher);
      if (set.size === 0 && this.watchers.get(sessionId) === set) this.watchers.delete(sessionId);
    };
  }

  /** Has watchers told of what happens on other instances too. What was committed before is told as `elsewhere`, once. */
  follow(sessionId: string, options: FollowOptions): () => void {
    return this.elsewhere?.follow(sessionId, options) ?? nothing;
  }

  /** The instance stops: whoever watches, or comes to, is told that nothing more comes from here. */
  end(): void {
    this.hasEnded = true;
    for (const sessionId of this.watched()) this.deliver(sessionId, { type: "gone" });
  }

  /** How many watch, in all sessions together. */
  get watcherCount(): number {
    return [...this.watchers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The sessions that somebody watches. */
  watched(): readonly string[] {
    return [...this.watchers.keys()];
  }

  /** What happened here: told here and elsewhere. */
  publish(sessionId: string, notice: Notice): void {
    this.track(sessionId, notice);
    this.elsewhere?.published(sessionId, notice);
    this.deliver(sessionId, notice);
  }

  private track(sessionId: string, notice: Notice): void {
    let items = this.making.get(sessionId);
    if (notice.type === "delta") {
      if (items === undefined) this.making.set(sessionId, (items = new ItemsUnderWay()));
      items.add(notice.delta);
    } else if (notice.type === "events" && items !== undefined) {
      items.apply(notice.events);
      if (items.isEmpty) this.making.delete(sessionId);
    }
  }

  /** The items of a session that are being made here, each from its start. */
  underWayHere(sessionId: string): readonly ItemDelta[] {
    return this.making.get(sessionId)?.pieces() ?? [];
  }

  /** The same, of other instances too as far as it is known. */
  underWay(sessionId: string): readonly ItemDelta[] {
    const here = this.underWayHere(sessionId);
    return here.length > 0 ? here : (this.elsewhere?.underWay(sessionId) ?? []);
  }

  /** No run of the session goes on here: what was being made is given up. */
  abandon(sessionId: string): void {
    this.making.delete(sessionId);
  }

  /** Told here only. */
  deliver(sessionId: string, notice: Notice): void {
    const set = this.watchers.get(sessionId);
    if (set === undefined) return;
    for (const watcher of set) watcher(notice);
  }
}
