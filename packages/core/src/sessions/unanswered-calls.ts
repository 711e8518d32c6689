import type { Repositories } from "../ports/store.ts";
import type { EventDraft, SessionEvent } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import { failedCall, NOT_RUN, UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** How many events of a log are read at once, from its end. */
const PAGE = 500;

function completed(event: SessionEvent): Item[] {
  return event.type === "item.completed" && event.item.status === "completed" ? [event.item] : [];
}

const callsOf = (item: Item) =>
  item.content.flatMap((part) => (part.type === "tool_call" ? [{ item, part }] : []));

/** The response that has one of the calls, by the id of its message. */
function askingMessage(events: readonly SessionEvent[], callIds: ReadonlySet<string>): string | undefined {
  const calls = events.flatMap(completed).flatMap(callsOf);
  return calls.find(({ part }) => callIds.has(part.call_id))?.item.message_id;
}

/** Results for what the response of these calls leaves open in a log's last events: of what was started the outcome is unknown, the rest was not run. */
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

/** Whether the whole response that has one of the calls is in the events. Its items are one commit, so that nothing stands between them. */
function hasResponse([first, ...others]: readonly SessionEvent[], callIds: ReadonlySet<string>): boolean {
  const asking = askingMessage(others, callIds);
  if (asking === undefined) return false;
  return first?.type !== "item.completed" || first.item.message_id !== asking;
}

/** For a turn that waits and is ended by another than its runner: its calls get their results all the same. */
export async function resultsOfWaiting(
  { events }: Pick<Repositories, "events">,
  { tenant, id, next_seq, state }: SessionRecord,
): Promise<EventDraft[]> {
  const callIds = new Set(state.pending_requests.map(({ call_id }) => call_id));
  if (callIds.size === 0) return [];
  let last: readonly SessionEvent[] = [];
  for (let end = next_seq - 1; end > 0 && !hasResponse(last, callIds); end -= PAGE) {
    const after = Math.max(0, end - PAGE);
    last = [...(await events.page(tenant, id, { after, limit: end - after })), ...last];
  }
  return unansweredCalls(last, callIds);
}
