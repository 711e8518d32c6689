import { expect, test } from "vitest";
import { describeViewed } from "./describe-changes.ts";

test("files that are not in the patch are not counted as viewed", () => {
  expect(describeViewed(2, 2, 2)).toBe("2 of 2 viewed");
  expect(describeViewed(2, 2, 1_003)).toBe("2 of 2 viewed, 1,001 not in the patch");
});
