import { expect, test } from "vitest";
import { counted, describeBytes, describeCost, describeCount, describeDuration } from "./describe-amounts.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KiB"],
  [1_500_000, "1.4 MiB"],
  [1_048_575, "1.0 MiB"],
  [52_428_800, "50 MiB"],
])("%i bytes are %s", (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text);
});

test.each([
  [-5, "0 s"],
  [12, "12 ms"],
  [4200, "4.2 s"],
  [60_000, "1 min"],
  [185_000, "3 min 5 s"],
  [7_800_000, "2 h 10 min"],
])("%i ms are %s", (ms, text) => {
  expect(describeDuration(ms)).toBe(text);
});

test("counts are shown in thousands and millions, and with their noun", () => {
  expect([999, 1234, 999_960, 3_400_000].map(describeCount)).toEqual(["999", "1.2K", "1M", "3.4M"]);
  expect([counted(1, "file"), counted(1200, "entry", "entries")]).toEqual(["1 file", "1,200 entries"]);
});

test("small costs keep two significant digits", () => {
  expect([0, 0.00042, 1.2].map(describeCost)).toEqual(["$0", "$0.00042", "$1.20"]);
});
