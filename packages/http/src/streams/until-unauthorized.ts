import type { Clock } from "@workspace-agent/core";

/** How long an authorization check is valid. */
const RECHECK_MS = 1_000;

/** Passes batches on until the credential of the reader becomes invalid. */
export async function* untilUnauthorized<T>(
  batches: AsyncIterable<T>,
  isAuthorized: () => Promise<boolean>,
  clock: Clock,
): AsyncGenerator<T, void> {
  let checkedAt = clock.monotonic();
  for await (const batch of batches) {
    const now = clock.monotonic();
    if (now - checkedAt >= RECHECK_MS) {
      if (!(await isAuthorized())) return;
      checkedAt = now;
    }
    yield batch;
  }
}
