import { firstExpiry } from "./request.ts";
import type { SessionRecord } from "./session.ts";

/**
 * When a session that waits for people can be claimed, in milliseconds by the store's clock: when its first request expires or an
 * interrupt was requested, and no lease is valid. Null: never.
 */
export function claimableWhileWaiting(record: SessionRecord): number | null {
  const { owner, lease_until, state, interrupt_turn_id } = record;
  const isInterrupted = interrupt_turn_id !== null && interrupt_turn_id === state.current_turn?.turn.id;
  const expiry = isInterrupted ? 0 : firstExpiry(state.pending_requests);
  return expiry === null || owner === null ? expiry : Math.max(expiry, lease_until);
}
