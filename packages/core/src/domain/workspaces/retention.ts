import * as v from "valibot";
import { wholeNumber } from "../wire.ts";

export const DAY_MS = 86_400_000;

/** Null: forever, as far as the host does. */
export const RetentionDaysSchema = v.nullable(wholeNumber(1, 36_500));

/** The time before which things expire, of two numbers of days of which the smaller holds. Null: nothing expires. */
export function cutoffOf(now: number, ...days: readonly (number | null)[]): number | null {
  const given = days.filter((each) => each !== null);
  return given.length === 0 ? null : now - Math.min(...given) * DAY_MS;
}
