import type { ItemDelta, SessionEvent } from "./event.ts";

/** What a watcher of a session hears: durable events just committed, a delta, that another instance wrote, or that the session was deleted. */
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

/**
 * Hands what happens in a session to those who watch it in this process. A watcher is called in the course of the publishing
 * turn: it has to return at once and must not throw.
 */
export class LiveFeed {
  private readonly watchers = new Map<string, Set<Watcher>>();

  watch(sessionId: string, watcher: Watcher): () => void {
    const set = this.watchers.get(sessionId) ?? new Set();
    set.add(watcher);
    this.watchers.set(sessionId, set);
    return () => {
      set.delete(watcher);
      if (set.size === 0 && this.watchers.get(sessionId) === set) this.watchers.delete(sessionId);
    };
  }

  /** The sessions that somebody watches. */
  watched(): readonly string[] {
    return [...this.watchers.keys()];
  }

  publish(sessionId: string, notice: Notice): void {
    const set = this.watchers.get(sessionId);
    if (set === undefined) return;
    for (const watcher of set) watcher(notice);
  }
}
