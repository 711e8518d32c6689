import { describeKilledBatch } from "./batches.test-support.ts";

describeKilledBatch({
  items: 10_000,
  concurrency: 16,
  killsAt: [0.3, 0.6],
  message: (key) => `Say that ${key} is done.`,
  maxGrowthMib: 60,
});
