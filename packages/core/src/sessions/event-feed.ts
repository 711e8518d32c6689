import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { decodeCursor, encodeCursor } from "../domain/paging.ts";
import { completeEvent, type SessionEvent } from "../domain/sessions/event.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { FeedEntry } from "../ports/event-feed-store.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { nextTask } from "../runtime/next-task.ts";
import { hasAborted } from "../runtime/until-aborted.ts";
import type { EventsQuery, FeedEvent } from "./events-api.ts";
import { FeedCollector } from "./feed-collector.ts";
import { LOG_SLICE } from "./log-slices.ts";

const ENTRIES = 200;

/** Behind an event: the position of its entry, and its seq. */
interface Resumed {
  readonly position: number;
  readonly seq: number;
}

const notOurs = () => new DomainError("invalid_request", "The cursor is not one that this service gave.");

function resumedAt(cursor: string): Resumed {
  const found = /^([1-9]\d{0,15})_([1-9]\d{0,15})$/.exec(decodeCursor(cursor));
  if (found === null) throw notOurs();
  return { position: Number(found[1]), seq: Number(found[2]) };
}

/** What the store returns; null once the reader stops, which may be because the store is closing. */
async function unlessStopped<T>(stop: AbortSignal, ask: () => Promise<T>): Promise<T | null> {
  if (stop.aborted) return null;
  try {
    return await ask();
  } catch (error) {
    if (hasAborted(stop)) return null;
    throw error;
  }
}

/** Wakes the reader that waits, or that waits next. */
class Bell {
  private isRung = false;
  private wake = () => {};

  readonly ring = () => {
    this.isRung = true;
    this.wake();
  };

  async rung(): Promise<void> {
    if (!this.isRung) await new Promise<void>((resolve) => (this.wake = resolve));
    this.isRung = false;
  }
}

/** Reads the events of all sessions in the order in which they were collected. */
@service()
export class EventFeed {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(FeedCollector) private readonly collector: FeedCollector,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  async *read(query: EventsQuery = {}): AsyncGenerator<FeedEvent, void> {
    const feed = requirePart(this.store, "eventFeed");
    const signals = [this.shutdown.signal, ...(query.signal === undefined ? [] : [query.signal])];
    const stop = AbortSignal.any(signals);
    const bell = new Bell();
    const leave = this.collector.join(bell.ring);
    stop.addEventListener("abort", bell.ring, { once: true });
    try {
      // What was appended before comes first, also for a reader of what comes from now on.
      const start = await unlessStopped(stop, async () => {
        await this.collector.collectAll(stop);
        return await this.startOf(query);
      });
      if (start === null) return;
      const { resumed } = start;
      let { after } = start;
      while (!hasAborted(stop)) {
        const page = { after, limit: ENTRIES };
        const entries = await unlessStopped(stop, () => feed.page(page));
        if (entries === null) return;
        for (const entry of entries) {
          const seq = entry.position === resumed?.position ? resumed.seq : 0;
          if (isWanted(entry, query)) yield* this.eventsOf(entry, seq, query, stop);
          if (hasAborted(stop)) return;
          after = entry.position;
        }
        // A store may answer within the same task.
        if (entries.length === ENTRIES) await nextTask();
        else await bell.rung();
      }
    } finally {
      stop.removeEventListener("abort", bell.ring);
      leave();
    }
  }

  /** The position of the last entry that was read, and how far the one after it was. */
  private async startOf({ after: cursor }: EventsQuery): Promise<{ after: number; resumed: Resumed | null }> {
    if (cursor === "start") return { after: 0, resumed: null };
    const head = await requirePart(this.store, "eventFeed").head();
    if (cursor === undefined) return { after: head, resumed: null };
    const resumed = resumedAt(cursor);
    if (resumed.position > head) throw notOurs();
    return { after: resumed.position - 1, resumed };
  }

  /** The events of an entry behind a seq. None are left once the session is deleted. */
  private async *eventsOf(
    { position, tenant, workspace_id: workspaceId, session_id, first_seq, last_seq }: FeedEntry,
    seq: number,
    { types }: EventsQuery,
    stop: AbortSignal,
  ): AsyncGenerator<FeedEvent, void> {
    let after = Math.max(first_seq - 1, seq);
    while (after < last_seq) {
      const limit = Math.min(LOG_SLICE, last_seq - after);
      const page = { after, limit };
      const events: readonly SessionEvent[] | null = await unlessStopped(stop, () =>
        this.store.events.page(tenant, session_id, page),
      );
      if (events === null) return;
      for (const event of events) {
        if (stop.aborted) return;
        if (types !== undefined && !types.includes(event.type)) continue;
        const cursor = encodeCursor(`${position}_${event.seq}`);
        yield { cursor, tenant, workspaceId, event: completeEvent(event) };
      }
      after = events.at(-1)?.seq ?? last_seq;
      if (after < last_seq) await nextTask();
    }
  }
}

function isWanted({ tenant, workspace_id }: FeedEntry, query: EventsQuery): boolean {
  return (
    (query.tenant === undefined || query.tenant === tenant) &&
    (query.workspace === undefined || query.workspace === workspace_id)
  );
}
