import type { Clock } from "@workspace-agent/core/ports";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A service that asks for more is reported to the caller. */
const LONGEST_WAIT_MS = 20_000;

/** Codes by which a service says, with any status, that it did nothing and may be asked again. */
export const RETRIED_CODES: ReadonlySet<string> = new Set([
  "ConditionalRequestConflict",
  "OperationAborted",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "Throttling",
  "TooManyRequests",
]);

/** The milliseconds that `Retry-After` asks for: seconds or a date; null without it. */
export function retryAfterMs(headers: Headers, clock: Clock): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - clock.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** The pause after so many attempts: what the service asks for, or a random one that doubles. Null: too long to wait. */
export function pauseBefore(attempt: number, waitMs: number | null, random: () => number): number | null {
  if (waitMs !== null) return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
}
