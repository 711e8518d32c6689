import { inject, service } from "../di.ts";
import type { ItemDelta, SessionEvent } from "../domain/sessions/event.ts";
import { ItemsUnderWay } from "../domain/sessions/items-under-way.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { PeerInstances } from "./cluster/peer-instances.ts";

/** What a watcher of a session receives. */
export type Notice =
  | {
      readonly type: "events";
      readonly events: readonly SessionEvent[];
      /** Whether they changed the session's status. */
      readonly hasNewStatus: boolean;
    }
  | { readonly type: "delta"; readonly delta: ItemDelta }
  /** Another instance may have appended: read the store. */
  | { readonly type: "remote" }
  /** The session was deleted, or this instance stops. */
  | { readonly type: "gone" };

export type Watcher = (notice: Notice) => void;

/** Publishes what happens in sessions to watchers on this instance and on its peers. */
@service()
export class LiveFeed {
  private readonly watchers = new Map<string, Set<Watcher>>();
  /** The items that are being made here, by session. */
  private readonly making = new Map<string, ItemsUnderWay>();
  private readonly peers: PeerInstances;
  private hasEnded = false;

  constructor(@inject(STORE) store: Store, @inject(CLOCK) clock: Clock, @inject(LOGGER) logger: Logger) {
    const deliver = (sessionId: string, notice: Notice) => this.deliver(sessionId, notice);
    this.peers = new PeerInstances({
      store,
      clock,
      logger,
      deliver,
      underWay: (id) => this.underWayHere(id),
    });
  }

  start(): void {
    this.peers.start();
  }

  /** Present and later watchers receive `gone`. */
  async stop(): Promise<void> {
    this.hasEnded = true;
    for (const sessionId of this.watched()) this.deliver(sessionId, { type: "gone" });
    await this.peers.stop();
  }

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

  /**
   * Delivers what happens on peer instances too, until the returned function is called. All watchers of a session that nobody followed
   * before receive `remote` first.
   */
  follow(sessionId: string, options: { readonly deltas: boolean }): () => void {
    return this.peers.follow(sessionId, options);
  }

  /** The sessions that have watchers. */
  watched(): readonly string[] {
    return [...this.watchers.keys()];
  }

  /** The number of watchers of all sessions. */
  get watcherCount(): number {
    return [...this.watchers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  publish(sessionId: string, notice: Notice): void {
    this.track(sessionId, notice);
    this.deliver(sessionId, notice);
    this.peers.published(sessionId, notice);
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

  private deliver(sessionId: string, notice: Notice): void {
    for (const watcher of this.watchers.get(sessionId) ?? []) watcher(notice);
  }

  /** The items of a session that are being made, here or on a peer instance as far as they are known, each from its start. */
  underWay(sessionId: string): readonly ItemDelta[] {
    const here = this.underWayHere(sessionId);
    return here.length > 0 ? here : this.peers.underWay(sessionId);
  }

  private underWayHere(sessionId: string): readonly ItemDelta[] {
    return this.making.get(sessionId)?.pieces() ?? [];
  }

  /** No run of the session is active here any more: forgets the items that were being made. */
  abandon(sessionId: string): void {
    this.making.delete(sessionId);
  }
}
