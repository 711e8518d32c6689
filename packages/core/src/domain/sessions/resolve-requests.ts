import type { EventDraft } from "./event.ts";
import { firstExpiry, type PendingRequest } from "./request.ts";
import type { SessionRecord, SessionState } from "./session.ts";

type ResolvedDraft = Extract<EventDraft, { type: "request.resolved" }>;

const resolved = ({ id, turn_id }: PendingRequest, outcome: ResolvedDraft["outcome"]): ResolvedDraft => ({
  type: "request.resolved",
  turn_id,
  request_id: id,
  outcome,
});

/** What a turn that ends leaves unanswered. */
export function cancelledRequests({ pending_requests }: SessionState, turnId: string): EventDraft[] {
  return pending_requests
    .filter(({ turn_id }) => turn_id === turnId)
    .map((request) => resolved(request, "cancelled"));
}

/**
 * The requests of a waiting session whose time is up at `now`. The session was claimed because the first of them expired by the
 * store's clock: that one is, whatever this host's clock says.
 */
export function expiredRequests({ status, pending_requests }: SessionState, now: number): EventDraft[] {
  const first = firstExpiry(pending_requests);
  if (status !== "waiting" || first === null) return [];
  const until = Math.max(first, now);
  return pending_requests
    .filter(({ expires_at }) => Date.parse(expires_at) <= until)
    .map((request) => resolved(request, "expired"));
}

/** Releases a session that waits for people, in the commit that makes it wait; not of one that is to be interrupted. */
export function releaseWhileWaiting(record: SessionRecord): SessionRecord {
  const { status, current_turn } = record.state;
  const isInterrupted = current_turn !== null && record.interrupt_turn_id === current_turn.turn.id;
  return status === "waiting" && !isInterrupted
    ? { ...record, owner: null, lease_until: 0, attempts: 0 }
    : record;
}
