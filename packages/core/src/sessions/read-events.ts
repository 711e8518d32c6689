import { nextTask } from "../runtime/next-task.ts";
import type { Store } from "../ports/store.ts";
import type { StreamedEvent } from "./chat-api.ts";
import { completeEvent, type SessionEvent } from "../domain/sessions/event.ts";
import { endedBy, growingOf } from "../domain/sessions/items-under-way.ts";
import { EventInbox } from "./event-inbox.ts";
import type { LiveFeed } from "./live-feed.ts";
import { LOG_SLICE } from "./log-slices.ts";

export interface ReadEventsOptions {
  readonly tenant: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  /** The last seq that the reader has. */
  readonly after: number;
  readonly follow: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Drops what the reader already has. `hasGap`: a durable event is missing before the rest of the batch. */
function continueFrom(
  batch: readonly StreamedEvent[],
  last: number,
  ended: ReadonlySet<string>,
): { fresh: StreamedEvent[]; last: number; hasGap: boolean } {
  const fresh: StreamedEvent[] = [];
  let position = last;
  for (const event of batch) {
    if ("seq" in event) {
      if (event.seq <= position) continue;
      if (event.seq !== position + 1) return { fresh, last: position, hasGap: true };
      position = event.seq;
    } else if (ended.size > 0 && event.type === "item.delta" && ended.has(growingOf(event))) continue;
    fresh.push(event);
  }
  return { fresh, last: position, hasGap: false };
}

/**
 * The durable log from `after`, one `sync`, then what is new, batch by batch: every durable event once and in order. Ends when `signal`
 * aborts, the session is deleted, the instance stops, or the reader is too slow.
 */
export async function* readEvents(
  store: Store,
  feed: LiveFeed,
  options: ReadEventsOptions,
): AsyncGenerator<readonly StreamedEvent[], void> {
  const { tenant, workspaceId, sessionId, follow, signal } = options;
  const inbox = new EventInbox(feed, sessionId);
  let last = options.after;
  /** The items of the last page that was read, whose late pieces are dropped. */
  const ended = new Set<string>();

  async function* replay(): AsyncGenerator<readonly SessionEvent[], void> {
    let page: readonly SessionEvent[];
    do {
      inbox.takeBehind();
      page = await store.events.page(tenant, sessionId, { after: last, limit: LOG_SLICE });
      last = page.at(-1)?.seq ?? last;
      if (page.length > 0) ended.clear();
      for (const event of page) if (event.type === "item.completed") ended.add(endedBy(event.item));
      if (page.length > 0) yield page.map(completeEvent);
      if (page.length === LOG_SLICE) await nextTask();
    } while ((page.length === LOG_SLICE || inbox.takeBehind()) && !signal?.aborted);
  }

  try {
    // The inbox missed a deletion since the caller found the session.
    if (follow && (await store.sessions.get(tenant, workspaceId, sessionId)) === null) return;
    yield* replay();
    if (!follow || signal?.aborted) return;
    inbox.goLive();
    const in_progress = feed
      .underWay(sessionId)
      .filter((piece) => !ended.has(growingOf(piece)))
      .map(({ item_id, turn_id, kind, offset, text }) => ({ item_id, turn_id, kind, offset, text }));
    yield [{ type: "sync", through_seq: last, in_progress }];
    for (;;) {
      await inbox.changed(signal);
      if (signal?.aborted || inbox.overflowed || inbox.isGone) return;
      const { fresh, last: position, hasGap } = continueFrom(inbox.take(), last, ended);
      last = position;
      if (fresh.length > 0) yield fresh;
      if (hasGap || inbox.takeBehind()) yield* replay();
    }
  } finally {
    inbox.close();
  }
}
