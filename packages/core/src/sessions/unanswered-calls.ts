import type { Repositories } from "../ports/store.ts";
import type { EventDraft, SessionEvent } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import { failedCall, NOT_RUN, UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import { pagesFromEnd } from "./log-slices.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

function completed(event: SessionEvent): Item[] {
  return event.type === "item.completed" && event.item.status === "completed" ? [event.item] : [];
}

const callsOf = (item: Item) =>
  item.content.flatMap((part) => (part.type === "tool_call" ? [{ item, part }] : []));

/** The message id of the response that contains one of the calls. */
function askingMessage(events: readonly SessionEvent[], callIds: ReadonlySet<string>): string | undefined {
  const calls = events.flatMap(completed).flatMap(callsOf);
  return calls.find(({ part }) => callIds.has(part.call_id))?.item.message_id;
}

/** Results for the open calls in the response of these calls: a call that was started has an unknown outcome, the others were not run. */
export function unansweredCalls(events: readonly SessionEvent[], callIds: ReadonlySet<string>): EventDraft[] {
  const items = events.flatMap(completed);
  const asking = askingMessage(events, callIds);
  const done = new Set(items.map(({ parent_item_id }) => parent_item_id));
  const started = new Set(
    events.flatMap((event) => (event.type === "item.started" ? [event.item.item_id] : [])),
  );
  return items
    .filter(({ item_id, message_id }) => message_id === asking && !done.has(item_id))
    .flatMap(callsOf)
    .map(({ item, part }) => failedCall(item, part, started.has(item.item_id) ? UNKNOWN_OUTCOME : NOT_RUN));
}

/** Whether the events contain all of the response with one of the calls. Its items are adjacent, since they are one commit. */
function hasResponse([first, ...others]: readonly SessionEvent[], callIds: ReadonlySet<string>): boolean {
  const asking = askingMessage(others, callIds);
  if (asking === undefined) return false;
  return first?.type !== "item.completed" || first.item.message_id !== asking;
}

/** The results of open calls for a waiting turn that ends without its runner. */
export async function resultsOfWaiting(
  repositories: Pick<Repositories, "events">,
  record: SessionRecord,
): Promise<EventDraft[]> {
  const callIds = new Set(record.state.pending_requests.map(({ call_id }) => call_id));
  if (callIds.size === 0) return [];
  let last: readonly SessionEvent[] = [];
  for await (const page of pagesFromEnd(repositories, record)) {
    last = [...page, ...last];
    if (hasResponse(last, callIds)) break;
  }
  return unansweredCalls(last, callIds);
}
