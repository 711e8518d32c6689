import { expect, test } from "vitest";
import { expiryTime } from "./expiry.ts";

test("a time is counted from now", () => {
  expect(expiryTime("7", Date.UTC(2030, 0, 1))).toBe("2030-01-08T00:00:00.000Z");
});

test("a token without an end has none", () => {
  expect(expiryTime("never", 0)).toBeNull();
});
