import { firstExpiry } from "./request.ts";
import type { SessionRecord } from "./session.ts";

/**
 * From when on a session that waits for people may be claimed, in milliseconds by the store's clock: when the first of its requests has
 * expired, or its turn is to be interrupted, and no lease is alive. Null: never.
 */
export function claimableWhileWaiting(record: SessionRecord): number | null {
  const { owner, lease_until, state, interrupt_turn_id } = record;
  const isMarked = interrupt_turn_id !== null && interrupt_turn_id === state.current_turn?.turn.id;
  const expiry = isMarked ? 0 : firstExpiry(state.pending_requests);
  return expiry === null || owner === null ? expiry : Math.max(expiry, lease_until);
}
