import type { SessionPosition } from "../../ports/cluster-store.ts";
import type { ItemDelta, SessionEvent } from "../../domain/sessions/event.ts";
import { endedBy, growingOf, ItemsUnderWay } from "../../domain/sessions/items-under-way.ts";
import type { RelayedDelta } from "./delta-hint.ts";
import type { PeerInstancesPorts } from "./peer-instances.ts";

const PAGE = 500;
/** How many events are read from the end of the log at the start: pieces of their items may still arrive. */
const RECENT = 32;
const MAX_ENDED = 256;
/** How many pieces wait while the store is slow. Readers see by the offsets that more are missing. */
const MAX_WAITING = 2_000;

const STATUS_TYPES: ReadonlySet<SessionEvent["type"]> = new Set([
  "turn.queued",
  "turn.started",
  "turn.ended",
  "request.opened",
  "request.resolved",
]);

/**
 * Delivers what other instances do in one session to all its watchers here, in order, with one read of the store for all of them. It
 * works sequentially, so that a piece comes after the events it follows and before the event that completes it.
 */
export class FollowedSession {
  followers = 0;
  deltaFollowers = 0;
  /** The seq of the last event that was delivered; null before the first read of the store. */
  private head: number | null = null;
  private tenant = "";
  private readonly ended = new Set<string>();
  /** The pieces that were delivered, of items that are known from their start. */
  private readonly making = new ItemsUnderWay();
  private waiting: RelayedDelta[] = [];
  private shouldLook = true;
  private isWorking = false;

  constructor(
    private readonly id: string,
    private readonly ports: Pick<PeerInstancesPorts, "store" | "logger" | "deliver">,
  ) {}

  /** Another instance appended up to `seq`; without it, may have. */
  look(seq?: number): void {
    if (seq !== undefined && this.head !== null && seq <= this.head) return;
    this.shouldLook = true;
    void this.work();
  }

  /** Compares with the session's position in the store; null: the session is gone. */
  compare(position: SessionPosition | null): void {
    if (position === null) this.ports.deliver(this.id, { type: "gone" });
    else this.look(position.seq);
  }

  delta(relayed: RelayedDelta): void {
    if (this.waiting.length >= MAX_WAITING) return;
    this.waiting.push(relayed);
    void this.work();
  }

  /** Call for events that this instance published. */
  publishedHere(events: readonly SessionEvent[]): void {
    if (events[0]?.seq !== (this.head ?? -1) + 1) return;
    this.note(events);
  }

  /** The items that are being made there, each from its start, as far as they were delivered. */
  underWay(): readonly ItemDelta[] {
    return this.making.pieces();
  }

  private note(events: readonly SessionEvent[]): void {
    this.making.apply(events);
    for (const event of events) {
      this.head = event.seq;
      if (event.type === "item.completed") this.ended.add(endedBy(event.item));
    }
    for (const id of this.ended) if (this.ended.size > MAX_ENDED) this.ended.delete(id);
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    try {
      while (this.shouldLook || this.waiting.length > 0) {
        const next = this.waiting[0];
        if (this.head === null) await this.begin();
        else if (next !== undefined && next.after <= this.head) {
          this.waiting.shift();
          this.deliver(next.delta);
        } else await this.read();
        if (this.head === null) break;
      }
    } catch (error) {
      // Readers read for themselves, or fail and reconnect: after the end of a turn, the next comparison may come late.
      this.waiting = [];
      this.ports.logger.warn({ error, session_id: this.id }, "a session could not be followed");
      this.ports.deliver(this.id, { type: "remote" });
    } finally {
      this.isWorking = false;
    }
  }

  private async begin(): Promise<void> {
    const { store, deliver } = this.ports;
    this.shouldLook = false;
    const [position] = (await store.cluster?.positions([this.id])) ?? [];
    if (position === undefined) {
      this.waiting = [];
      deliver(this.id, { type: "gone" });
      return;
    }
    this.tenant = position.tenant;
    const after = Math.max(0, position.seq - RECENT);
    this.note(await store.events.page(position.tenant, this.id, { after, limit: RECENT }));
    this.head ??= position.seq;
    deliver(this.id, { type: "remote" });
  }

  private async read(): Promise<void> {
    const { store, deliver } = this.ports;
    this.shouldLook = false;
    const after = this.head ?? 0;
    const events = await store.events.page(this.tenant, this.id, { after, limit: PAGE });
    const next = this.waiting[0];
    if (events.length === 0) {
      // The event before the piece does not exist: the session was deleted.
      if (next !== undefined && next.after > after) this.waiting.shift();
      return;
    }
    if (events.length === PAGE) this.shouldLook = true;
    const fresh = events.filter(({ seq }) => seq > (this.head ?? 0));
    if (fresh.length === 0) return;
    this.note(fresh);
    const hasNewStatus = fresh.some(({ type }) => STATUS_TYPES.has(type));
    deliver(this.id, { type: "events", events: fresh, hasNewStatus });
  }

  private deliver(delta: ItemDelta): void {
    if (this.ended.has(growingOf(delta))) return;
    const fresh = this.making.add(delta);
    if (fresh !== null) this.ports.deliver(this.id, { type: "delta", delta: fresh });
  }
}
