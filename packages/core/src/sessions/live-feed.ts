import { inject, service } from "../di.ts";
import type { ItemDelta } from "../domain/sessions/event.ts";
import { PeerInstances } from "./cluster/peer-instances.ts";
import { LocalFeed, type Notice, type Watcher } from "./local-feed.ts";

type Local = Pick<LocalFeed, keyof LocalFeed>;
type Peers = Pick<PeerInstances, "published" | "follow" | "underWay">;

/** Publishes what happens in sessions to watchers here and on peer instances. */
@service()
export class LiveFeed {
  constructor(
    @inject(LocalFeed) private readonly local: Local,
    @inject(PeerInstances) private readonly peers: Peers,
  ) {}

  watch(sessionId: string, watcher: Watcher): () => void {
    return this.local.watch(sessionId, watcher);
  }

  /** Delivers what happens on peer instances too, until the returned function is called. The first notice is `remote`. */
  follow(sessionId: string, options: { readonly deltas: boolean }): () => void {
    return this.peers.follow(sessionId, options);
  }

  watched(): readonly string[] {
    return this.local.watched();
  }

  get watcherCount(): number {
    return this.local.watcherCount;
  }

  publish(sessionId: string, notice: Notice): void {
    this.local.publish(sessionId, notice);
    this.peers.published(sessionId, notice);
  }

  /** The items of a session that are being made, here or on a peer instance as far as they are known, each from its start. */
  underWay(sessionId: string): readonly ItemDelta[] {
    const here = this.local.underWay(sessionId);
    return here.length > 0 ? here : this.peers.underWay(sessionId);
  }

  abandon(sessionId: string): void {
    this.local.abandon(sessionId);
  }

  end(): void {
    this.local.end();
  }
}
