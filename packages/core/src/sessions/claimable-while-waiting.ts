import { firstExpiry } from "./request.ts";
import type { SessionRecord } from "./session.ts";

/**
 * From when on a session that waits for people may be claimed, in milliseconds by the store's clock: when the first of its requests has
 * expired and no lease is alive. Null: never.
 */
export function claimableWhileWaiting({ owner, lease_until, state }: SessionRecord): number | null {
  const expiry = firstExpiry(state.pending_requests);
  return expiry === null || owner === null ? expiry : Math.max(expiry, lease_until);
}
