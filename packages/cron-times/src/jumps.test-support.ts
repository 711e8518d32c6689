import type { CronTimes } from "@workspace-agent/core/ports";
import { expect } from "vitest";
import { DAY_MS, jumpsOf, timesBetween } from "./reference.test-support.ts";

/** 20 years, among them the day that Samoa skipped. */
export const FROM = Date.parse("2011-01-01T00:00Z");
export const UNTIL = Date.parse("2031-01-01T00:00Z");
export const ZONES = Intl.supportedValuesOf("timeZone");

const CRONS = [
  "*/15 * * * *",
  "30 0-3 * * *",
  "0 12 * * *",
  "17,47 1,2,23 * * MON-SAT",
  "5 0 1,15,29-31 * *",
];

/** Compares the times of some expressions around the jumps of a zone's clock. `most`: so many jumps, spread over the years. */
export function expectSameTimesAroundJumps(times: CronTimes, zone: string, most: number): void {
  const all = jumpsOf(zone, FROM, UNTIL);
  const step = Math.max(1, Math.floor(all.length / most));
  const windows = [FROM + 400 * DAY_MS, ...all].filter((_, index) => index % step === 0);
  for (const [index, jump] of windows.entries()) {
    const from = Math.floor(jump / 60_000) * 60_000 - DAY_MS / 2;
    const until = from + 1.5 * DAY_MS;
    const cron = CRONS[index % CRONS.length] ?? "";
    const found: number[] = [];
    for (let after = from; ;) {
      const next = times.next(cron, zone, after);
      if (next === null || next.time > until) break;
      found.push(next.time);
      after = next.time;
    }
    expect([zone, cron, new Date(jump), found]).toEqual([
      zone,
      cron,
      new Date(jump),
      timesBetween(cron, zone, from, until),
    ]);
  }
}
