import type { EventDraft, SessionEvent } from "./event.ts";
import type { Parent } from "./parent.ts";
import type { SessionRecord } from "./session.ts";

/** The request events of a subagent as events of its parent, so that people can answer there. */
export function surfacedRequests(childId: string, parent: Parent, events: readonly SessionEvent[]) {
  return events.flatMap((event): EventDraft[] => {
    if (event.type === "request.opened") {
      const { turn_id, call_id } = parent;
      const request = { ...event.request, turn_id, call_id, origin_session_id: childId };
      return [{ type: "request.opened", turn_id, request }];
    }
    if (event.type !== "request.resolved") return [];
    const { session_id, seq, at, ...resolved } = event;
    return [{ ...resolved, turn_id: parent.turn_id }];
  });
}

/** Keeps the events that are still valid for the parent: its turn is running, and resolved requests are open there. */
export function stillSurfacing(
  drafts: readonly EventDraft[],
  { turn_id }: Parent,
  { state }: SessionRecord,
): readonly EventDraft[] {
  if (state.current_turn?.turn.id !== turn_id) return [];
  const known = new Set(state.pending_requests.map(({ id }) => id));
  return drafts.filter((draft) => {
    if (draft.type === "request.opened") known.add(draft.request.id);
    return draft.type !== "request.resolved" || known.has(draft.request_id);
  });
}
