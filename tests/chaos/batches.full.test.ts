import { it } from "vitest";
import { batchChaos } from "./batches.test-support.ts";

it.each([1, 2, 3])(
  "a batch begins each item once while instances are killed and frozen (seed %d)",
  async (seed) => {
    await batchChaos({ seed, items: 1_000, concurrency: 24, seconds: 20 });
  },
);
