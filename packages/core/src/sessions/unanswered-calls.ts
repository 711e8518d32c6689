import { resultOf } from "../agent/result-item.ts";
import { failure } from "../agent/tool.ts";
import type { Repositories } from "../ports/store.ts";
import type { EventDraft, SessionEvent } from "./event.ts";
import { NOT_RUN } from "./prompt-builder.ts";
import type { SessionRecord } from "./session.ts";

/** Behind the response that asked come only results, requests and messages for the queue. */
const WINDOW = 500;

/** The results, that they were not run, of the calls that are open in a log's last events. */
export function unansweredCalls(events: readonly SessionEvent[], callIds: ReadonlySet<string>): EventDraft[] {
  const items = events.flatMap((event) =>
    event.type === "item.completed" && event.item.status === "completed" ? [event.item] : [],
  );
  const calls = items.flatMap((item) =>
    item.content.flatMap((part) => (part.type === "tool_call" ? [{ item, part }] : [])),
  );
  const asking = calls.find(({ part }) => callIds.has(part.call_id))?.item.message_id;
  const done = new Set(items.map(({ parent_item_id }) => parent_item_id));
  return calls
    .filter(({ item }) => item.message_id === asking && !done.has(item.item_id))
    .map(({ item, part }) => resultOf(item, part, failure(NOT_RUN)));
}

/** For a turn that waits and is ended by another than its runner: its calls get their results all the same. */
export async function resultsOfWaiting(
  { events }: Repositories,
  { tenant, id, next_seq, state }: SessionRecord,
): Promise<EventDraft[]> {
  const callIds = new Set(state.pending_requests.map(({ call_id }) => call_id));
  if (callIds.size === 0) return [];
  const after = Math.max(0, next_seq - 1 - WINDOW);
  return unansweredCalls(await events.page(tenant, id, { after, limit: WINDOW }), callIds);
}
