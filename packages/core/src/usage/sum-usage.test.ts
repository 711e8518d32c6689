import { expect, it } from "vitest";
import { noStats } from "../domain/sessions/turn.ts";
import { toUsage } from "./sum-usage.ts";
import type { UsageRow } from "../domain/usage/usage.ts";

const row = (part: Partial<UsageRow>): UsageRow => ({
  ...noStats,
  day: "2026-03-01",
  model: "a/b",
  turns: 0,
  ...part,
});

it("models are in the order of their names, each with its own cost or none", () => {
  const { cost_usd, by_model } = toUsage([
    row({ model: "z/priced", cost_usd: 0.1 }),
    row({ model: "a/unpriced", steps: 2 }),
    row({ model: "z/priced", cost_usd: 0.2, day: "2026-03-02" }),
  ]);
  expect(cost_usd).toBe(0.3);
  expect(by_model.map(({ model, cost_usd: cost }) => [model, cost])).toEqual([
    ["a/unpriced", null],
    ["z/priced", 0.3],
  ]);
});

it("the newest 90 days are listed, newest first, and the total counts them all", () => {
  const days = Array.from({ length: 100 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const usage = toUsage(days.map((day) => row({ day, steps: 1 })));
  expect(usage.steps).toBe(100);
  expect(usage.by_day.map(({ day }) => day)).toEqual(days.toReversed().slice(0, 90));
});
