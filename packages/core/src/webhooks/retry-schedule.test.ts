import { expect, it } from "vitest";
import { nextTryIn, readRetryAfter } from "./retry-schedule.ts";

const DAY_MS = 86_400_000;

it.each([
  ["120", 120_000],
  ["9999999999", DAY_MS],
  ["9".repeat(400), DAY_MS],
  ["-1", 0],
  ["soon", 0],
  [null, 0],
])("a receiver that asks for a wait of %j gets it, up to a day", (header, ms) => {
  const given = readRetryAfter(header, Date.UTC(2026, 0, 1));
  expect(nextTryIn(1, () => 0, given)).toBe(Math.max(ms, 5_000));
});
