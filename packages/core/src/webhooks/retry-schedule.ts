const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What comes after each failure: eight tries in a good day, in the steps that senders of Standard Webhooks use. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];
/** The largest random part that is added to a delay. */
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** Milliseconds until the next attempt after so many failures, or null after the last. `random` is in [0, 1). */
export function nextTryIn(failures: number, random: () => number, retryAfterMs = 0): number | null {
  const delay = DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  return Math.max(Math.round(delay * (1 + JITTER * random())), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** The delay in `Retry-After`, in milliseconds from `now` (RFC 9110, 10.2.3); 0 if it is invalid. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\d+$/.test(header)) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
