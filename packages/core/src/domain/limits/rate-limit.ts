/** So many in each window of time. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** `writes`: requests that change something. `turns`: messages given to agents. */
export type RateLimitName = "writes" | "turns";

/** The limits of each principal; null: none. */
export type RateLimits = Readonly<Record<RateLimitName, RateLimit | null>>;

export const DEFAULT_RATE_LIMITS: RateLimits = {
  writes: { limit: 60_000, windowSeconds: 60 },
  turns: { limit: 6_000, windowSeconds: 60 },
};

/** Where a principal stands after a request was counted. */
export interface RateLimitState extends RateLimit {
  readonly name: RateLimitName;
  readonly allowed: boolean;
  /** What is left in this window. */
  readonly remaining: number;
  /** Seconds until the next window, rounded up. */
  readonly resetSeconds: number;
}

/** The limits that a service is made with; throws a `TypeError` for one that is no limit. */
export function toRateLimits(given: Partial<RateLimits> = {}): RateLimits {
  const limits = { ...DEFAULT_RATE_LIMITS, ...given };
  for (const [name, rate] of Object.entries(limits)) {
    if (rate !== null && !(isCount(rate.limit) && isCount(rate.windowSeconds)))
      throw new TypeError(`rateLimits.${name} needs whole numbers above 0, or null for no limit.`);
  }
  return limits;
}

const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
