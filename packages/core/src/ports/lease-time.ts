import type { Clock } from "./clock.ts";

/**
 * The clock of a store that one process uses, for leases: the wall time when it was made, and from then on steady, so
 * that setting the host's clock ends no lease.
 */
export function leaseTime(clock: Clock): () => number {
  const start = clock.now() - clock.monotonic();
  return () => Math.round(start + clock.monotonic());
}
