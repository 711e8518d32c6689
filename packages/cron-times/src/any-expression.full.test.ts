import * as fc from "fast-check";
import { expect, it } from "vitest";
import { aCron } from "./an-expression.test-support.ts";
import { cronTimes } from "./cron-times.ts";
import { FROM, UNTIL, ZONES } from "./jumps.test-support.ts";
import { DAY_MS, timesBetween } from "./reference.test-support.ts";

const times = cronTimes();

it("the times of any expression are those of a second implementation", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      aCron,
      fc.integer({ min: FROM, max: UNTIL }),
      (zone, cron, time) => {
        const from = Math.floor(time / 60_000) * 60_000;
        const [first] = timesBetween(cron, zone, from, from + 2 * DAY_MS);
        const next = times.next(cron, zone, from)?.time ?? Number.POSITIVE_INFINITY;
        if (first !== undefined || next <= from + 2 * DAY_MS) expect(next).toBe(first);
      },
    ),
    { numRuns: 500 },
  );
});
