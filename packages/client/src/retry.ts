import { NetworkError, ProblemError } from "./errors.ts";
import type { Sleep } from "./pause.ts";

const LONGEST_DELAY_MS = 30_000;
/** Statuses of temporary errors. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];

export interface Timing {
  readonly sleep: Sleep;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Whether the same request may succeed later. */
export function isPassing(error: unknown): boolean {
  if (NetworkError.isInstance(error)) return true;
  if (!ProblemError.isInstance(error)) return false;
  return error.code === "idempotency_in_progress" || PASSING.includes(error.status);
}

/**
 * Milliseconds before attempt `attempt` (from 1): exponential backoff with 50 % jitter, so that clients of a failed server do not return
 * all at once, and at least the time that the instance asked for.
 */
export function delayBefore(attempt: number, error: unknown, random: () => number, baseMs = 1000): number {
  const full = Math.min(LONGEST_DELAY_MS, baseMs * 2 ** Math.min(attempt - 1, 16));
  const asked = ProblemError.isInstance(error) ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(asked, full / 2 + (full / 2) * random());
}

/** Called before the pause of a retry. */
export type OnRetry = (attempt: number, delayMs: number, error: unknown) => void;

/** Retries temporary errors, at most `attempts` attempts in total. The action must be safe to repeat. */
export async function retrying<T>(
  action: () => Promise<T>,
  attempts: number,
  { sleep, random }: Timing,
  signal?: AbortSignal,
  onRetry?: OnRetry,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt >= attempts || !isPassing(error)) throw error;
      const delayMs = delayBefore(attempt, error, random);
      onRetry?.(attempt, delayMs, error);
      await sleep(delayMs, signal);
      signal?.throwIfAborted();
    }
  }
}
