import { ModelError } from "../ports/model.ts";

/** RESEARCH: five attempts, exponential with full jitter from 2 s, at most 30 s; what the provider asks is kept up to 5 min. */
export const MAX_ATTEMPTS = 5;
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 30_000;
const MAX_RETRY_AFTER_MS = 300_000;

/** How long to wait before attempt `attempt + 1`, in milliseconds, or null when another try makes no sense. `random` is in [0, 1). */
export function retryDelay(error: ModelError, attempt: number, random: () => number): number | null {
  if (!error.retryable || attempt >= MAX_ATTEMPTS) return null;
  if (error.retryAfterMs !== undefined)
    return error.retryAfterMs <= MAX_RETRY_AFTER_MS ? error.retryAfterMs : null;
  return Math.floor(random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)));
}

/** Any failure of a model call as a model error; what is not one already is not retried. */
export function toModelError(error: unknown): ModelError {
  if (ModelError.isInstance(error)) return error;
  return new ModelError("unknown", "The model adapter failed.", { retryable: false, cause: error });
}
