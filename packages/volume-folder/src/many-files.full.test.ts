import { test } from "vitest";
import { expectManyFilesHoldNothingUp } from "./many-files.test-support.ts";

test("50,000 files are listed and removed without holding the event loop", async () => {
  await expectManyFilesHoldNothingUp(1_000);
});
