import { test } from "vitest";
import { expectManyFilesHoldNothingUp } from "./many-files.test-support.ts";

test("50,000 files are listed and removed without holding the event loop", { timeout: 120_000 }, async () => {
  await expectManyFilesHoldNothingUp(1_000);
});
