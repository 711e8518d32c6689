import { LeaseLost, type LeaseTimes } from "../domain/sessions/lease.ts";
import type { Lease } from "../domain/sessions/session.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";

interface LeasePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Renews a lease while work runs, which receives a signal that aborts with `LeaseLost`. */
export async function whileLeased<T>(
  { store, clock, logger }: LeasePorts,
  lease: Lease,
  { ms, renewMs, maxUnrenewedMs }: LeaseTimes,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const lost = new AbortController();
  const giveUp = () => lost.abort(new LeaseLost(lease.session_id));
  let renewedAt = clock.monotonic();
  const renew = async () => {
    for (;;) {
      await clock.sleep(renewMs, done.signal);
      if (done.signal.aborted) return;
      const askedAt = clock.monotonic();
      try {
        const held = await store.sessions.renew(lease.owner, [lease], ms);
        if (held.length === 0) giveUp();
        else renewedAt = askedAt;
      } catch (error) {
        logger.warn({ error, session_id: lease.session_id }, "the lease of a rewind could not be renewed");
        if (clock.monotonic() - renewedAt > maxUnrenewedMs) giveUp();
      }
    }
  };
  const renewing = renew();
  try {
    return await work(lost.signal);
  } finally {
    done.abort();
    await renewing;
  }
}

/** Ends a lease, so that others need not wait until it runs out. */
export async function releaseLease(
  { store, logger }: LeasePorts,
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
