import { repeat } from "../../instance/repeat.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { ChangeHint } from "../../ports/cluster-store.ts";
import type { Store } from "../../ports/store.ts";
import type { ItemDelta } from "../../domain/sessions/event.ts";
import { MergedCalls } from "../../runtime/merged-calls.ts";
import type { Notice } from "../live-feed.ts";
import { readDeltaHint } from "./delta-hint.ts";
import { DeltaRelay } from "./delta-relay.ts";
import { FollowedSession } from "./followed-session.ts";

/** How often an instance repeats which sessions it reads. */
const WATCH_MS = 20_000;
/** How many sessions are compared with one query. */
const COMPARED = 1_000;

export interface PeerInstancesPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Delivers a notice to the watchers on this instance. */
  readonly deliver: (sessionId: string, notice: Notice) => void;
  /** The items of a session that are being made here, each from its start. */
  readonly underWay: (sessionId: string) => readonly ItemDelta[];
}

/** Passes on what happens in sessions between this instance and its peers. Does nothing with a store that is not shared. */
export class PeerInstances {
  private readonly followed = new Map<string, FollowedSession>();
  private readonly relay: DeltaRelay;
  private readonly stopping = new AbortController();
  private readonly comparison = new MergedCalls(() => this.compare());
  private loop: Promise<void> = Promise.resolve();
  private unsubscribe = () => {};

  constructor(private readonly ports: PeerInstancesPorts) {
    const { store, clock, underWay } = ports;
    this.relay = new DeltaRelay(clock, underWay, (hints) => store.cluster?.publish(hints));
  }

  start(): void {
    const { clock, store } = this.ports;
    if (store.cluster === undefined) return;
    this.unsubscribe = store.cluster.subscribe((hint) => this.receive(hint));
    this.loop = repeat(clock, WATCH_MS, this.stopping.signal, () => this.repeatWatches());
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort();
    await this.loop;
    await this.comparison.settled();
  }

  private receive(hint: ChangeHint): void {
    switch (hint.type) {
      case "events":
        this.followed.get(hint.session_id)?.look(hint.seq);
        return;
      case "deltas": {
        const session = this.followed.get(hint.session_id);
        if (session === undefined || session.deltaFollowers === 0) return;
        const relayed = readDeltaHint(hint.deltas);
        if (relayed?.delta.session_id === hint.session_id) session.delta(relayed);
        return;
      }
      case "watch":
        this.relay.want(hint.session_id, hint.from_start === true);
        return;
      case "gone":
        this.ports.deliver(hint.session_id, { type: "gone" });
        return;
      case "workspace":
      case "missed":
        this.comparison.call();
        return;
      case "work":
      case "interrupt":
      case "files":
    }
  }

  /** Call for everything that happens here. */
  published(sessionId: string, notice: Notice): void {
    if (this.ports.store.cluster === undefined) return;
    if (notice.type === "delta") this.relay.delta(notice.delta);
    else if (notice.type === "events") {
      this.relay.events(sessionId, notice.events);
      this.followed.get(sessionId)?.publishedHere(notice.events);
    } else if (notice.type === "gone")
      this.ports.store.cluster.publish([{ type: "gone", session_id: sessionId }]);
  }

  /** Delivers the events of peers in a session, and with `deltas` their pieces, until the returned function is called. */
  follow(sessionId: string, { deltas }: { readonly deltas: boolean }): () => void {
    const { cluster } = this.ports.store;
    if (cluster === undefined) return () => {};
    let session = this.followed.get(sessionId);
    if (session === undefined) {
      session = new FollowedSession(sessionId, this.ports);
      this.followed.set(sessionId, session);
      session.look();
    }
    session.followers += 1;
    if (deltas) {
      session.deltaFollowers += 1;
      if (session.deltaFollowers === 1)
        cluster.publish([{ type: "watch", session_id: sessionId, from_start: true }]);
    }
    return () => this.unfollow(sessionId, session, deltas);
  }

  /** The items that peers are making in a followed session, as far as they are known. */
  underWay(sessionId: string): readonly ItemDelta[] {
    return this.followed.get(sessionId)?.underWay() ?? [];
  }

  private unfollow(sessionId: string, session: FollowedSession, deltas: boolean): void {
    session.followers -= 1;
    if (deltas) session.deltaFollowers -= 1;
    if (session.followers === 0 && this.followed.get(sessionId) === session) this.followed.delete(sessionId);
  }

  private repeatWatches(): void {
    this.relay.sweep();
    const read = [...this.followed].filter(([, { deltaFollowers }]) => deltaFollowers > 0);
    this.ports.store.cluster?.publish(read.map(([session_id]) => ({ type: "watch", session_id })));
  }

  /** Compares the followed sessions with the store, since hints may have been lost. */
  private async compare(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const { store, logger } = this.ports;
    const all = [...this.followed];
    try {
      for (let start = 0; start < all.length; start += COMPARED) {
        const some = all.slice(start, start + COMPARED);
        const positions = (await store.cluster?.positions(some.map(([id]) => id))) ?? [];
        const byId = new Map(positions.map((position) => [position.id, position]));
        for (const [id, session] of some) session.compare(byId.get(id) ?? null);
      }
    } catch (error) {
      logger.warn({ error }, "the followed sessions could not be compared with the store");
    }
  }
}
