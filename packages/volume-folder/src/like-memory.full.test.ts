import { test } from "vitest";
import { expectLikeMemory } from "./like-memory.test-support.ts";

test("a folder behaves like the volume in memory, in more series of calls", async () => {
  await expectLikeMemory(400);
});
