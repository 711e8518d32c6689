import { expect, test } from "vitest";
import { describeCost, describeCount, describeDuration } from "./describe-amounts.ts";

test("durations are told in the two largest units", () => {
  expect([0, 12_900, 60_000, 185_000, 7_440_000, -5].map(describeDuration)).toEqual([
    "0 s",
    "12 s",
    "1 min",
    "3 min 5 s",
    "2 h 4 min",
    "0 s",
  ]);
});

test("counts are told in thousands and millions", () => {
  expect([0, 999, 1234, 9_999, 45_678, 999_960, 3_400_000].map(describeCount)).toEqual([
    "0",
    "999",
    "1.2k",
    "10k",
    "46k",
    "1.0M",
    "3.4M",
  ]);
});

test("small costs keep their digits", () => {
  expect([0, 0.0042, 1.372].map(describeCost)).toEqual(["$0", "$0.0042", "$1.37"]);
});
