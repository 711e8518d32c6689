/** A number of requests per time window. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** `writes`: requests that change something. `turns`: messages to agents. */
export type RateLimitName = "writes" | "turns";

/** The limits per principal. Null: no limit. */
export type RateLimits = Readonly<Record<RateLimitName, RateLimit | null>>;

export const DEFAULT_RATE_LIMITS: RateLimits = {
  writes: { limit: 60_000, windowSeconds: 60 },
  turns: { limit: 6_000, windowSeconds: 60 },
};

/** The state of a limit after a request was counted. */
export interface RateLimitState extends RateLimit {
  readonly name: RateLimitName;
  readonly allowed: boolean;
  /** The requests left in this window. */
  readonly remaining: number;
  /** Seconds until the next window, rounded up. */
  readonly resetSeconds: number;
}

/** Adds the default limits. Throws a `TypeError` for an invalid limit. */
export function toRateLimits(given: Partial<RateLimits> = {}): RateLimits {
  const limits = { ...DEFAULT_RATE_LIMITS, ...given };
  for (const [name, rate] of Object.entries(limits)) {
    if (rate !== null && !(isCount(rate.limit) && isCount(rate.windowSeconds)))
      throw new TypeError(`rateLimits.${name} needs whole numbers above 0, or null for no limit.`);
  }
  return limits;
}

const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
