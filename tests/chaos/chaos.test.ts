import { describe, expect, it } from "vitest";
import { chaos, CHAOS_TIMEOUT_MS, inWords } from "./chaos.ts";
import { hasHadAll } from "./trouble.ts";

/** The full suite uses five seeds and 300 sessions; each seed decides what happens when. */
const seeds = (process.env["CHAOS_SEEDS"] ?? "1").split(",").map(Number);
const sessions = Number(process.env["CHAOS_SESSIONS"] ?? 30);
let refused = 0;

describe("three instances that are killed, frozen and disconnected from a Postgres that restarts", () => {
  it.each(seeds)(
    "lose no turn, do nothing twice and show every event once (seed %d)",
    async (seed) => {
      const report = await chaos({ seed, sessions });
      console.log(inWords(report, sessions));
      if (report.faults.length > 0) console.log(report.complaints);
      expect(report.faults).toEqual([]);
      expect(hasHadAll(report.trouble)).toBe(true);
      refused += report.refused;
    },
    CHAOS_TIMEOUT_MS,
  );

  // With few sessions, none may be frozen in the middle of a turn.
  if (seeds.length * sessions >= 300)
    it("refuse what a frozen owner wrote when it woke up", () => {
      expect(refused).toBeGreaterThan(0);
    });
});
