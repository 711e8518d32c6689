import { ModelError } from "../ports/model.ts";

/** Exponential backoff with full jitter. A delay that the provider asks for is respected up to 5 minutes. */
export const MAX_ATTEMPTS = 5;
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 30_000;
const MAX_RETRY_AFTER_MS = 300_000;

/** The delay before the next attempt in whole milliseconds, or null if there should be none. `attempt` counts from 1, `random` is in [0, 1). */
export function retryDelay(error: ModelError, attempt: number, random: () => number): number | null {
  if (!error.retryable || attempt >= MAX_ATTEMPTS) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs !== undefined)
    return retryAfterMs <= MAX_RETRY_AFTER_MS ? Math.ceil(Math.max(0, retryAfterMs)) : null;
  return Math.floor(random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)));
}

/** Converts any failure of a model call to a `ModelError`. Unknown failures are not retryable. */
export function toModelError(error: unknown): ModelError {
  if (ModelError.isInstance(error)) return error;
  return new ModelError("unknown", "The model adapter failed.", { retryable: false, cause: error });
}
