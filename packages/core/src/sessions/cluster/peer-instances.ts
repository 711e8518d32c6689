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

/** How often an instance says again which sessions it reads. */
const ASK_MS = 20_000;
/** Sessions that are looked up with one query. */
const LOOK_AT = 1_000;

/** Lets those who watch a session here see what peer instances do in it, and the other way round. Does nothing for a store that one process has to itself. */
@service()
export class PeerInstances {
  private readonly followed = new Map<string, FollowedSession>();
  private readonly relay: DeltaRelay;
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private unsubscribe = () => {};
  private looking: Promise<void> | null = null;
  private lookAgain = false;

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
    this.loop = this.askAgain();
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort();
    await this.loop;
    await this.looking;
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
        this.lookAtAll();
        return;
      case "work":
      case "interrupt":
    }
  }

  /** Passes on what happened here. */
  published(sessionId: string, notice: Notice): void {
    if (!this.store.capabilities.shared) return;
    if (notice.type === "delta") this.relay.delta(notice.delta);
    else if (notice.type === "events") {
      this.relay.events(sessionId, notice.events);
      this.followed.get(sessionId)?.toldHere(notice.events);
    } else if (notice.type === "gone") this.store.publish([{ type: "gone", session_id: sessionId }]);
  }

  /** Delivers what peers do in a session, and with `deltas` what they are still making, until the returned function is called. */
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

  /** What peers are making in a session that is followed, as far as it is known. */
  underWay(sessionId: string): readonly ItemDelta[] {
    return this.followed.get(sessionId)?.underWay() ?? [];
  }

  private unfollow(sessionId: string, session: FollowedSession, deltas: boolean): void {
    session.followers -= 1;
    if (deltas) session.deltaFollowers -= 1;
    if (session.followers === 0 && this.followed.get(sessionId) === session) this.followed.delete(sessionId);
  }

  private async askAgain(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await this.clock.sleep(ASK_MS, signal);
      if (signal.aborted) return;
      this.relay.sweep();
      const read = [...this.followed].filter(([, { deltaFollowers }]) => deltaFollowers > 0);
      this.store.publish(read.map(([session_id]) => ({ type: "watch", session_id })));
    }
  }

  /** Hints may have been lost: looks at all that is followed, once more where it is asked in the meantime. */
  private lookAtAll(): void {
    this.lookAgain = true;
    this.looking ??= this.lookWhileAsked().finally(() => {
      this.looking = null;
    });
  }

  private async lookWhileAsked(): Promise<void> {
    while (this.lookAgain && !this.stopping.signal.aborted) {
      this.lookAgain = false;
      const all = [...this.followed];
      try {
        for (let start = 0; start < all.length; start += LOOK_AT) {
          const some = all.slice(start, start + LOOK_AT);
          const positions = await this.store.sessions.positions(some.map(([id]) => id));
          const byId = new Map(positions.map((position) => [position.id, position]));
          for (const [id, session] of some) session.compare(byId.get(id) ?? null);
        }
      } catch (error) {
        this.logger.warn({ error }, "the sessions that are read could not be looked up");
      }
    }
  }
}
