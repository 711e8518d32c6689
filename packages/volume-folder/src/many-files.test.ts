import { test } from "vitest";
import { expectManyFilesHoldNothingUp } from "./many-files.test-support.ts";

test("thousands of files are listed and removed without holding the event loop", async () => {
  await expectManyFilesHoldNothingUp(60);
});
