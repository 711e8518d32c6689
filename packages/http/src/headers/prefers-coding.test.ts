import { expect, test } from "vitest";
import { prefersCoding } from "./prefers-coding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["*", "br"],
  ["*;q=0", null],
  ["identity", null],
  ["br;q=none", null],
  [null, null],
])("%s takes %s", (header, coding) => {
  expect(prefersCoding(header, ["br", "gzip"])).toBe(coding);
});
