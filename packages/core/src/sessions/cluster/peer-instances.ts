import { inject, service } from "../../di.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { ChangeHint, Store } from "../../ports/store.ts";
import type { ItemDelta } from "../../domain/sessions/event.ts";
import { LocalFeed, type Notice } from "../local-feed.ts";
import { readDeltaHint } from "./delta-hint.ts";
import { DeltaRelay } from "./delta-relay.ts";
import { FollowedSession } from "./followed-session.ts";

/** How often an instance repeats which sessions it reads. */
const WATCH_MS = 20_000;
/** How many sessions are compared with one query. */
const COMPARED = 1_000;

/** Passes on what happens in sessions between this instance and its peers. Does nothing with a store that is not shared. */
@service()
export class PeerInstances {
  private readonly followed = new Map<string, FollowedSession>();
  private readonly relay: DeltaRelay;
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private unsubscribe = () => {};
  private comparing: Promise<void> | null = null;
  private compareAgain = false;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(LocalFeed) private readonly feed: LocalFeed,
  ) {
    this.relay = new DeltaRelay(
      clock,
      (id) => feed.underWay(id),
      (hints) => this.store.publish(hints),
    );
  }

  start(): void {
    if (!this.store.capabilities.shared) return;
    this.unsubscribe = this.store.subscribe((hint) => this.receive(hint));
    this.loop = this.repeatWatches();
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort();
    await this.loop;
    await this.comparing;
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
        this.feed.deliver(hint.session_id, { type: "gone" });
        return;
      case "workspace":
      case "missed":
        this.compareAll();
        return;
      case "work":
      case "interrupt":
    }
  }

  /** Call for everything that happens here. */
  published(sessionId: string, notice: Notice): void {
    if (!this.store.capabilities.shared) return;
    if (notice.type === "delta") this.relay.delta(notice.delta);
    else if (notice.type === "events") {
      this.relay.events(sessionId, notice.events);
      this.followed.get(sessionId)?.publishedHere(notice.events);
    } else if (notice.type === "gone") this.store.publish([{ type: "gone", session_id: sessionId }]);
  }

  /** Delivers the events of peers in a session, and with `deltas` their pieces, until the returned function is called. */
  follow(sessionId: string, { deltas }: { readonly deltas: boolean }): () => void {
    if (!this.store.capabilities.shared) return () => {};
    let session = this.followed.get(sessionId);
    if (session === undefined) {
      const { store, feed, logger } = this;
      session = new FollowedSession(sessionId, { store, feed, logger });
      this.followed.set(sessionId, session);
      session.look();
    }
    session.followers += 1;
    if (deltas) {
      session.deltaFollowers += 1;
      if (session.deltaFollowers === 1)
        this.store.publish([{ type: "watch", session_id: sessionId, from_start: true }]);
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

  private async repeatWatches(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await this.clock.sleep(WATCH_MS, signal);
      if (signal.aborted) return;
      this.relay.sweep();
      const read = [...this.followed].filter(([, { deltaFollowers }]) => deltaFollowers > 0);
      this.store.publish(read.map(([session_id]) => ({ type: "watch", session_id })));
    }
  }

  /** Hints may have been lost: compares all followed sessions with the store, and once more after a call in the meantime. */
  private compareAll(): void {
    this.compareAgain = true;
    this.comparing ??= this.compareWhileRequested().finally(() => {
      this.comparing = null;
    });
  }

  private async compareWhileRequested(): Promise<void> {
    while (this.compareAgain && !this.stopping.signal.aborted) {
      this.compareAgain = false;
      const all = [...this.followed];
      try {
        for (let start = 0; start < all.length; start += COMPARED) {
          const some = all.slice(start, start + COMPARED);
          const positions = await this.store.sessions.positions(some.map(([id]) => id));
          const byId = new Map(positions.map((position) => [position.id, position]));
          for (const [id, session] of some) session.compare(byId.get(id) ?? null);
        }
      } catch (error) {
        this.logger.warn({ error }, "the followed sessions could not be compared with the store");
      }
    }
  }
}
