import { it } from "vitest";
import { expectFlatMemory } from "./flat-memory.test-support.ts";

it("the proxy carries a gibibyte through a tunnel with flat memory", async () => {
  await expectFlatMemory(1_024);
});
