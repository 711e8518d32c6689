import { it } from "vitest";
import { expectFlatMemory } from "./flat-memory.test-support.ts";

it("the proxy forwards 1 GiB through a tunnel with constant memory", async () => {
  await expectFlatMemory(1_024);
});
