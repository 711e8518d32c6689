import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { cronTimes } from "./cron-times.ts";
import { aCron } from "./an-expression.test-support.ts";
import { expectSameTimesAroundJumps, FROM, UNTIL, ZONES } from "./jumps.test-support.ts";

const times = cronTimes();
const at = (text: string) => Date.parse(text);

function firstTimes(cron: string, timezone: string, after: string, count: number): readonly string[] {
  const found: string[] = [];
  for (let time = at(after); found.length < count;) {
    const next = times.next(cron, timezone, time);
    if (next === null) break;
    time = next.time;
    found.push(`${new Date(time).toISOString().slice(0, 16)}${next.shift === null ? "" : ` ${next.shift}`}`);
  }
  return found;
}

describe("times of cron expressions", () => {
  it("follow the clock of the zone", () => {
    expect(firstTimes("30 9 * * MON-FRI", "Europe/Berlin", "2026-03-27T00:00Z", 3)).toEqual([
      "2026-03-27T08:30",
      "2026-03-30T07:30",
      "2026-03-31T07:30",
    ]);
  });

  it("in a gap move to the first valid instant after it, where several meet in one", () => {
    expect(firstTimes("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 2)).toEqual([
      "2026-03-29T01:00 gap",
      "2026-03-30T00:30",
    ]);
    expect(firstTimes("*/20 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 3)).toEqual([
      "2026-03-29T01:00 gap",
      "2026-03-29T01:20",
      "2026-03-29T01:40",
    ]);
  });

  it("that the clock repeats are due once, whatever the expression", () => {
    expect(firstTimes("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", 2)).toEqual([
      "2026-10-25T00:30 repeat",
      "2026-10-26T01:30",
    ]);
    expect(firstTimes("*/30 * * * *", "Europe/Berlin", "2026-10-24T23:59Z", 4)).toEqual([
      "2026-10-25T00:00 repeat",
      "2026-10-25T00:30 repeat",
      "2026-10-25T02:00",
      "2026-10-25T02:30",
    ]);
    expect(firstTimes("30 2 * * *", "Europe/Berlin", "2026-10-25T01:10Z", 1)).toEqual(["2026-10-26T01:30"]);
  });

  it("on a day that a zone skips move to the day after it", () => {
    expect(firstTimes("0 12 30 12 *", "Pacific/Apia", "2011-12-01T00:00Z", 2)).toEqual([
      "2011-12-30T10:00 gap",
      "2012-12-29T22:00",
    ]);
  });

  it("that never come are null", () => {
    expect(times.next("0 0 30 2 *", "UTC", at("2026-01-01T00:00Z"))).toBeNull();
    expect(times.next("0 0 31 4,6,9,11 *", "America/New_York", at("2026-01-01T00:00Z"))).toBeNull();
  });

  it.each([
    ["* * * *", "UTC", "cron"],
    ["* * * * * *", "UTC", "cron"],
    ["60 * * * *", "UTC", "cron"],
    ["*/0 * * * *", "UTC", "cron"],
    ["@daily", "UTC", "cron"],
    ["0 0 L * *", "UTC", "cron"],
    ["2026-01-01T00:00:00", "UTC", "cron"],
    ["* * * * *", "Europe/Atlantis", "timezone"],
    ["* * * * *", "+02:00", "timezone"],
    ["* * * * *", "", "timezone"],
  ])("of %j in %j are refused", (cron, timezone, field) => {
    expect(times.problem(cron, timezone)).toMatchObject({ field });
  });

  it("are strictly later, never later than the next one, and found by bounded work in every zone", () => {
    const calls = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
    try {
      fc.assert(
        fc.property(
          fc.constantFrom(...ZONES),
          aCron,
          fc.integer({ min: FROM, max: UNTIL }),
          fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
          (zone, cron, after, part) => {
            expect(times.problem(cron, zone)).toBeNull();
            calls.mockClear();
            const next = times.next(cron, zone, after);
            expect(calls.mock.calls.length).toBeLessThan(100);
            if (next === null) return;
            expect(next.time).toBeGreaterThan(after);
            const between = after + Math.floor((next.time - after) * part);
            expect(times.next(cron, zone, between)).toEqual(next);
            const following = times.next(cron, zone, next.time);
            if (following !== null) expect(following.time).toBeGreaterThan(next.time);
          },
        ),
        { numRuns: 2_000 },
      );
    } finally {
      calls.mockRestore();
    }
  });

  it("are those of a second implementation where clocks jump, in a few zones", () => {
    const zones = [
      "Europe/Berlin",
      "America/Sao_Paulo",
      "Australia/Lord_Howe",
      "Antarctica/Troll",
      "Pacific/Apia",
    ];
    for (const zone of zones) expectSameTimesAroundJumps(times, zone, 4);
  });
});
