import type { Clock } from "@workspace-agent/core";

/** How long what was allowed counts: after it a reader's credential is looked at again before it is given more. */
const RECHECK_MS = 1_000;

/** Passes batches on while their reader may have them: a stream does not outlive the credential that opened it. */
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
