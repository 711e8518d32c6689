import { expect, test } from "vitest";
import { describeTime } from "./describe-time.ts";

const SECOND = 1000;
const DAY = 86_400 * SECOND;

test.each([
  [-20 * SECOND, "just now"],
  [-60 * SECOND, "1 minute ago"],
  [-59 * 60 * SECOND, "59 minutes ago"],
  [-DAY, "yesterday"],
  [30 * DAY + SECOND, "next month"],
  [5 * DAY, "in 5 days"],
])("%i ms from now is %s", (offset, said) => {
  expect(describeTime(1_000_000_000_000 + offset, 1_000_000_000_000)).toBe(said);
});
