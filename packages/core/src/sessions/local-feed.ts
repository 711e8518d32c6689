import { service } from "../di.ts";
import type { ItemDelta, SessionEvent } from "../domain/sessions/event.ts";
import { ItemsUnderWay } from "../domain/sessions/items-under-way.ts";

/** What a watcher of a session receives. */
export type Notice =
  | {
      readonly type: "events";
      readonly events: readonly SessionEvent[];
      /** Whether they changed the session's status. */
      readonly hasNewStatus: boolean;
    }
  | { readonly type: "delta"; readonly delta: ItemDelta }
  /** Another instance may have appended: the store has the events. */
  | { readonly type: "remote" }
  /** The session was deleted, or this instance stops. */
  | { readonly type: "gone" };

export type Watcher = (notice: Notice) => void;

/** Delivers what happens in sessions to their watchers in this process. */
@service()
export class LocalFeed {
  private readonly watchers = new Map<string, Set<Watcher>>();
  /** The items that are being made here, by session. */
  private readonly making = new Map<string, ItemsUnderWay>();
  private hasEnded = false;

  /** A watcher is called synchronously. It must return at once and must not throw. */
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

  /** The instance stops: present and later watchers receive `gone`. */
  end(): void {
    this.hasEnded = true;
    for (const sessionId of this.watched()) this.deliver(sessionId, { type: "gone" });
  }

  /** The number of watchers of all sessions. */
  get watcherCount(): number {
    return [...this.watchers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The sessions that have watchers. */
  watched(): readonly string[] {
    return [...this.watchers.keys()];
  }

  /** Delivers what this instance did in a session. */
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

  /** No run of the session is active here any more: forgets the items that were being made. */
  abandon(sessionId: string): void {
    this.making.delete(sessionId);
  }

  /** Delivers a notice of any instance. */
  deliver(sessionId: string, notice: Notice): void {
    const set = this.watchers.get(sessionId);
    if (set === undefined) return;
    for (const watcher of set) watcher(notice);
  }
}
