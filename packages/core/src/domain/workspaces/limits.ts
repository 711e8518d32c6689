import type { Limits } from "./config.ts";

export const LIMIT_NAMES = [
  "max_steps",
  "max_turn_seconds",
  "max_input_tokens",
  "max_output_tokens",
  "max_cost_usd",
] as const satisfies readonly (keyof Limits)[];

/** Bounds of limits; null or absent: any. */
export type LimitBounds = { readonly [Name in keyof Limits]?: number | null };

/** Whether a limit is as low as a bound. Null: no limit, or no bound. */
export function isLimitWithin(limit: number | null, bound: number | null = null): boolean {
  return bound === null || (limit !== null && limit <= bound);
}

/** Limits, each lowered to its bound. */
export function lowerLimits(limits: Limits, bounds: LimitBounds): Limits {
  const lower = <Limit extends number | null>(limit: Limit, bound: number | null = null) =>
    bound === null || isLimitWithin(limit, bound) ? limit : bound;
  return {
    max_steps: lower(limits.max_steps, bounds.max_steps),
    max_turn_seconds: lower(limits.max_turn_seconds, bounds.max_turn_seconds),
    max_input_tokens: lower(limits.max_input_tokens, bounds.max_input_tokens),
    max_output_tokens: lower(limits.max_output_tokens, bounds.max_output_tokens),
    max_cost_usd: lower(limits.max_cost_usd, bounds.max_cost_usd),
  };
}
