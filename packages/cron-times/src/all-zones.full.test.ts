import { expect, it } from "vitest";
import { cronTimes } from "./cron-times.ts";
import { expectSameTimesAroundJumps, FROM, UNTIL, ZONES } from "./jumps.test-support.ts";
import { DAY_MS } from "./reference.test-support.ts";

const times = cronTimes();

it.each(ZONES)("the times in %s are those of a second implementation at each jump of its clock", (zone) => {
  expectSameTimesAroundJumps(times, zone, Number.POSITIVE_INFINITY);
});

it.each(ZONES)("a walk over 20 years takes each day once in %s", (zone) => {
  let days = 0;
  for (let time = FROM; ; days++) {
    const next = times.next("30 2 * * *", zone, time);
    if (next === null || next.time >= UNTIL) break;
    expect(next.time).toBeGreaterThan(time);
    expect(next.time - time).toBeLessThan(2.1 * DAY_MS);
    time = next.time;
  }
  expect(Math.abs(days - (UNTIL - FROM) / DAY_MS)).toBeLessThanOrEqual(1);
});
