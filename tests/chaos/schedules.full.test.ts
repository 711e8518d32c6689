import { it } from "vitest";
import { scheduledChaos } from "./schedules.test-support.ts";

const TIMEOUT_MS = 1_500_000;

it(
  "50 schedules that are due every second for three minutes start one turn at each time, while instances are killed and frozen",
  async () => {
    await scheduledChaos({ seed: 2, schedules: 50, seconds: 180, drainSeconds: 900 });
  },
  TIMEOUT_MS,
);
