import { DomainError, type Clock } from "@workspace-agent/core";

/** How long an authorization check is valid, and the pause before one that failed is repeated. */
const RECHECK_MS = 1_000;
/** How long a check that fails is repeated. */
const GIVE_UP_MS = 30_000;
const REFUSALS: readonly number[] = [401, 403, 404];

export const NO_LONGER_AUTHORIZED = new DomainError(
  "invalid_token",
  "The credential became invalid while the answer was sent.",
);

export interface Recheck {
  /** Throws what refuses the reader, or why nobody can tell. */
  readonly authorize: () => Promise<void>;
  readonly clock: Clock;
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal;
  /** A check has failed, and is repeated. Called once for several failures in a row. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Passes batches on until the reader is refused; then it throws `NO_LONGER_AUTHORIZED`. While the check itself fails, nothing is passed on;
 * after half a minute, its error is thrown.
 */
export async function* untilUnauthorized<T>(
  batches: AsyncIterable<T>,
  recheck: Recheck,
): AsyncGenerator<T, void> {
  const { clock } = recheck;
  let checkedAt = clock.monotonic();
  for await (const batch of batches) {
    if (clock.monotonic() - checkedAt >= RECHECK_MS) checkedAt = await checkAgain(recheck);
    yield batch;
  }
}

/** When the check that has succeeded began. */
async function checkAgain({ authorize, clock, signal, onFailure }: Recheck): Promise<number> {
  const begunAt = clock.monotonic();
  for (let attempt = 1; ; attempt++) {
    const askedAt = clock.monotonic();
    try {
      await authorize();
      return askedAt;
    } catch (error) {
      if (DomainError.isInstance(error) && REFUSALS.includes(error.status)) throw NO_LONGER_AUTHORIZED;
      if (signal.aborted || clock.monotonic() - begunAt >= GIVE_UP_MS) throw error;
      if (attempt === 1) onFailure(error);
      await clock.sleep(RECHECK_MS, signal);
    }
  }
}
