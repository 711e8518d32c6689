import { LeaseLost, type LeaseTimes } from "../domain/sessions/lease.ts";
import type { Lease } from "../domain/sessions/session.ts";
import { whileRepeating } from "../instance/repeat.ts";
import type { RenewalPorts } from "../sessions/lease-renewal.ts";

/** Renews a lease while work runs, which receives a signal that aborts with `LeaseLost`. */
export async function whileLeased<T>(
  { store, clock, logger }: RenewalPorts,
  lease: Lease,
  { ms, renewMs, maxUnrenewedMs }: LeaseTimes,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const giveUp = () => lost.abort(new LeaseLost(lease.session_id));
  let renewedAt = clock.monotonic();
  const renew = async () => {
    const askedAt = clock.monotonic();
    try {
      const held = await store.sessions.renew(lease.owner, [lease], ms);
      if (held.length === 0) giveUp();
      else renewedAt = askedAt;
    } catch (error) {
      logger.warn({ error, session_id: lease.session_id }, "the lease of a rewind could not be renewed");
      if (clock.monotonic() - renewedAt > maxUnrenewedMs) giveUp();
    }
  };
  return await whileRepeating(clock, renewMs, renew, () => work(lost.signal));
}

/** Ends a lease, so that others need not wait until it runs out. */
export async function releaseLease(
  { store, logger }: RenewalPorts,
  tenant: string,
  lease: Lease,
): Promise<void> {
  try {
    await store.transaction(async ({ sessions }) => {
      const record = await sessions.lock(tenant, lease.session_id);
      if (record === null || record.owner !== lease.owner || record.epoch !== lease.epoch) return;
      await sessions.save({ ...record, owner: null, lease_until: 0 });
    });
  } catch (error) {
    logger.warn({ error, session_id: lease.session_id }, "the lease of a rewind could not be released");
  }
}
