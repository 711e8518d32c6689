/** Amounts are whole numbers of these, so that a sum is the same in whatever order it is made: exact up to a million dollars. */
export const NANO_USD = 1_000_000_000;

/** The nearest amount of dollars that is a whole number of billionths. */
export function roundUsd(amount: number): number {
  return Math.round(amount * NANO_USD) / NANO_USD;
}

/** A sum in which null is an amount that is not known: known ones alone are summed. */
export function addUsd(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : roundUsd((a ?? 0) + (b ?? 0));
}
