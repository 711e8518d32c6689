import type { Clock } from "./clock.ts";

/** The clock for leases of a store that one process uses. It starts at the wall time and runs steadily, so that setting the host's clock ends no lease. */
export function leaseTime(clock: Clock): () => number {
  const start = clock.now() - clock.monotonic();
  return () => Math.round(start + clock.monotonic());
}
