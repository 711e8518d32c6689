/** Amounts are whole numbers of nano-dollars, so that sums do not depend on their order. Exact up to a million dollars. */
export const NANO_USD = 1_000_000_000;

/** Rounds to a billionth of a dollar. */
export function roundUsd(amount: number): number {
  return Math.round(amount * NANO_USD) / NANO_USD;
}

/** The sum of the known amounts. Null if both are unknown. */
export function addUsd(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : roundUsd((a ?? 0) + (b ?? 0));
}
