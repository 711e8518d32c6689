import type { RateLimit } from "../domain/limits/rate-limit.ts";

export interface WindowCount {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
}

/** Counts of one limit, in windows that begin with the first of their key and do not move. */
export interface Windows {
  readonly rate: RateLimit;
  /** Adds to the count of a key; a window that is over starts again. */
  add(tenant: string, key: string, amount: number): Promise<WindowCount>;
}

/** Keys that are remembered; beyond it the oldest is forgotten. */
export const MAX_KEYS = 10_000;

/** One text for the pair: no tenant can be written so that it reads as another with a key. */
export function windowKey(tenant: string, key: string): string {
  return `${tenant.length}:${tenant}${key}`;
}
