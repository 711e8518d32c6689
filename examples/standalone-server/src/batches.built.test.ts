import { describeKilledBatch } from "./batches.test-support.ts";

describeKilledBatch({
  items: 40,
  concurrency: 8,
  killsAt: [0.4],
  message: (key) => `\`\`\`sh\necho '${key}' >> done\n\`\`\``,
  maxGrowthMib: 150,
});
