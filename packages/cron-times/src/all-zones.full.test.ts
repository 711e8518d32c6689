import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cronTimes } from "./cron-times.ts";
import { aCron, expectSameTimesAroundJumps, FROM, UNTIL, ZONES } from "./properties.test-support.ts";
import { DAY_MS, timesBetween } from "./reference.test-support.ts";

const times = cronTimes();

it.each(ZONES)("the times in %s are those of a second implementation at each jump of its clock", (zone) => {
  expectSameTimesAroundJumps(times, zone, Number.POSITIVE_INFINITY);
});

it("the times of any expression are those of a second implementation", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      aCron,
      fc.integer({ min: FROM, max: UNTIL }),
      (zone, cron, time) => {
        const from = Math.floor(time / 60_000) * 60_000;
        const [first] = timesBetween(cron, zone, from, from + 3 * DAY_MS);
        const next = times.next(cron, zone, from)?.time ?? Number.POSITIVE_INFINITY;
        if (first !== undefined || next <= from + 3 * DAY_MS) expect(next).toBe(first);
      },
    ),
    { numRuns: 3_000 },
  );
});

it("a walk over 20 years takes each day once, in every zone", () => {
  for (const zone of ZONES) {
    let days = 0;
    for (let time = FROM; ; days++) {
      const next = times.next("30 2 * * *", zone, time);
      if (next === null || next.time >= UNTIL) break;
      expect(next.time).toBeGreaterThan(time);
      expect(next.time - time).toBeLessThan(2.1 * DAY_MS);
      time = next.time;
    }
    expect(Math.abs(days - (UNTIL - FROM) / DAY_MS)).toBeLessThanOrEqual(1);
  }
});
