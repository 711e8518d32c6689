import { service } from "../di.ts";
import type { ItemDelta, SessionEvent } from "../domain/sessions/event.ts";
import { ItemsUnderWay } from "../domain/sessions/items-under-way.ts";

/** What a watcher of a session receives: durable events just committed, a delta, that another instance wrote, or that there is nothing more to receive: the session was deleted, or this instance stops. */
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

/** What happens in sessions, passed to those who watch them in this process. */
@service()
export class LocalFeed {
  private readonly watchers = new Map<string, Set<Watcher>>();
  /** What is being made here, by session. */
  private readonly making = new Map<string, ItemsUnderWay>();
  private hasEnded = false;

  /** A watcher is called while the event is published: it has to return at once and must not throw. */
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

  /** The instance stops: whoever watches, or begins to, receives `gone`. */
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

  /** What this instance did in a session. */
  publish(sessionId: string, notice: Notice): void {
    this.track(sessionId, notice);
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
  underWay(sessionId: string): readonly ItemDelta[] {
    return this.making.get(sessionId)?.pieces() ?? [];
  }

  /** No run of the session goes on here: what was being made is dropped. */
  abandon(sessionId: string): void {
    this.making.delete(sessionId);
  }

  /** Passes a notice to the watchers, wherever it happened. */
  deliver(sessionId: string, notice: Notice): void {
    const set = this.watchers.get(sessionId);
    if (set === undefined) return;
    for (const watcher of set) watcher(notice);
  }
}
