import { expect, test } from "vitest";
import { expiryTime } from "./expiry.ts";

test("an expiry is counted from now, unless the token never expires", () => {
  expect(expiryTime("7", Date.UTC(2030, 0, 1))).toBe("2030-01-08T00:00:00.000Z");
  expect(expiryTime("never", 0)).toBeNull();
});
