import { test } from "vitest";
import { expectLikeMemory } from "./like-memory.test-support.ts";

test("a folder does what the volume in memory does, whatever is asked", async () => {
  await expectLikeMemory(40);
});
