import { describe, expect, it } from "vitest";
import { axisWidth, daysBetween, labelStep, ticksUpTo } from "./scale.ts";
import { rowsByDay } from "./usage-rows.ts";

describe("the scale of a chart", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.5, 1]],
    [4, [0, 1, 2, 3, 4]],
    [950, [0, 500, 1000]],
    [12_345, [0, 5000, 10_000, 15_000]],
    [0.003, [0, 0.001, 0.002, 0.003]],
  ])("reaches %d in round steps", (max, ticks) => {
    expect(ticksUpTo(max)).toEqual(ticks);
  });

  it("reaches the maximum", () => {
    for (let max = 1; max < 5000; max += 7) expect(ticksUpTo(max / 3).at(-1)).toBeGreaterThanOrEqual(max / 3);
  });

  it("has room for its longest label", () => {
    expect(axisWidth(["0", "5"])).toBe(40);
    expect(axisWidth(["0 ms", "16 min 40 s"])).toBeGreaterThan(11 * 7);
  });

  it("omits labels that do not fit", () => {
    expect(labelStep(7, 700, 50)).toBe(1);
    expect(labelStep(90, 600, 50)).toBe(8);
  });
});

describe("usage by day", () => {
  const day = (name: string, tokens: number) => ({
    day: name,
    turns: 1,
    steps: 1,
    tool_calls: 0,
    input_tokens: tokens,
    output_tokens: 1,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: null,
    duration_ms: 5,
  });

  it("has all days in between", () => {
    expect(daysBetween("2026-02-27", "2026-03-02")).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
  });

  it("starts with the oldest day", () => {
    const rows = rowsByDay([day("2026-01-03", 30), day("2026-01-01", 10)]);
    expect(rows.map(({ label, input_tokens }) => [label, input_tokens])).toEqual([
      ["Jan 1", 10],
      ["Jan 2", 0],
      ["Jan 3", 30],
    ]);
  });

  it("may be empty", () => expect(rowsByDay([])).toEqual([]));
});
