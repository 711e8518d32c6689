import { test } from "vitest";
import { expectLikeMemory } from "./like-memory.test-support.ts";

test("a folder behaves like the volume in memory", async () => {
  await expectLikeMemory(40);
});
