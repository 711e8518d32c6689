import { DomainError, type Clock } from "@workspace-agent/core";

/** How long an authorization check is valid. */
const RECHECK_MS = 1_000;

export const NO_LONGER_AUTHORIZED = new DomainError(
  "invalid_token",
  "The credential became invalid while the answer was sent.",
);

/** Passes batches on until the credential of the reader becomes invalid; then it throws `NO_LONGER_AUTHORIZED`. */
export async function* untilUnauthorized<T>(
  batches: AsyncIterable<T>,
  isAuthorized: () => Promise<boolean>,
  clock: Clock,
): AsyncGenerator<T, void> {
  let checkedAt = clock.monotonic();
  for await (const batch of batches) {
    const now = clock.monotonic();
    if (now - checkedAt >= RECHECK_MS) {
      if (!(await isAuthorized())) throw NO_LONGER_AUTHORIZED;
      checkedAt = now;
    }
    yield batch;
  }
}
