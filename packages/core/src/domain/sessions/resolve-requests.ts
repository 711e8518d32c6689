import type { EventDraft } from "./event.ts";
import type { PendingRequest } from "./request.ts";
import type { SessionRecord, SessionState } from "./session.ts";

type ResolvedDraft = Extract<EventDraft, { type: "request.resolved" }>;

const resolved = ({ id, turn_id }: PendingRequest, outcome: ResolvedDraft["outcome"]): ResolvedDraft => ({
  type: "request.resolved",
  turn_id,
  request_id: id,
  outcome,
});

/** Cancels the open requests of a turn that ends. */
export function cancelledRequests({ pending_requests }: SessionState, turnId: string): EventDraft[] {
  return pending_requests
    .filter(({ turn_id }) => turn_id === turnId)
    .map((request) => resolved(request, "cancelled"));
}

/** Resolves the requests of a waiting session that have expired at `now`. */
export function expiredRequests({ status, pending_requests }: SessionState, now: number): EventDraft[] {
  if (status !== "waiting") return [];
  return pending_requests
    .filter(({ expires_at }) => Date.parse(expires_at) <= now)
    .map((request) => resolved(request, "expired"));
}

/** Releases a session in the commit that makes it wait for people, unless an interrupt was requested. */
export function releaseWhileWaiting(record: SessionRecord): SessionRecord {
  const { status, current_turn } = record.state;
  const isInterrupted = current_turn !== null && record.interrupt_turn_id === current_turn.turn.id;
  return status === "waiting" && !isInterrupted
    ? { ...record, owner: null, lease_until: 0, attempts: 0 }
    : record;
}
