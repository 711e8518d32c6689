import { it } from "vitest";
import { scheduledChaos } from "./schedules.test-support.ts";

it("schedules that are due every second start one turn at each time, while instances are killed and frozen", async () => {
  await scheduledChaos({ seed: 1, schedules: 8, seconds: 12, drainSeconds: 60 });
});
