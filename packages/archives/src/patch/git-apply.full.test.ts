import { test } from "vitest";
import { applyBetweenTrees } from "./git-apply.test-support.ts";

test("git makes any of many trees of any other by the patch", { timeout: 600_000 }, () =>
  applyBetweenTrees(150),
);
