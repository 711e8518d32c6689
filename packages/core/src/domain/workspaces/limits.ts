/** Whether a limit is as low as a bound. Null: no limit, or no bound. */
export function isLimitWithin(limit: number | null, bound: number | null = null): boolean {
  return bound === null || (limit !== null && limit <= bound);
}

/** A limit, lowered to a bound. */
export function lowerLimit<Limit extends number | null>(
  limit: Limit,
  bound: number | null = null,
): Limit | number {
  return bound === null || isLimitWithin(limit, bound) ? limit : bound;
}
