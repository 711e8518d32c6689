import { describe, expect, it } from "vitest";
import { chaos, CHAOS_TIMEOUT_MS, inWords } from "./chaos.ts";

const HOUR_MS = 3_600_000;
const SESSIONS = 40;

describe("an instance whose clock is off", () => {
  it.each([
    ["an hour ahead", HOUR_MS],
    ["an hour behind", -HOUR_MS],
  ])(
    "(%s) changes nothing",
    async (_, clockOffMs) => {
      const report = await chaos({ seed: 7, sessions: SESSIONS, clockOffMs, hasCareless: false });
      console.log(inWords(report, SESSIONS));
      expect(report.faults).toEqual([]);
    },
    CHAOS_TIMEOUT_MS,
  );
});
