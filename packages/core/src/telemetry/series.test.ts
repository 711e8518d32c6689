import { expect, it } from "vitest";
import { Counter, Gauge, Histogram, metricsText, Total } from "./series.ts";

it("metrics are written as Prometheus reads them", () => {
  const counter = new Counter("a_total", "Of a.\nAnd \\ b.", ["kind"]);
  counter.add(1, 'x"y\\z\n');
  counter.add(2.5, "x");
  counter.add(1, "x");
  const histogram = new Histogram("b_seconds", "Of b.", [0.1, 1], ["kind"]);
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(value, "x");
  const gauge = new Gauge("c", "Of c.", () => 3);
  expect(metricsText([counter, histogram, gauge, new Total("d_total", "Of d.", () => 4)])).toBe(
    [
      "# HELP a_total Of a.\\nAnd \\\\ b.",
      "# TYPE a_total counter",
      'a_total{kind="x\\"y\\\\z\\n"} 1',
      'a_total{kind="x"} 3.5',
      "# HELP b_seconds Of b.",
      "# TYPE b_seconds histogram",
      'b_seconds_bucket{kind="x",le="0.1"} 2',
      'b_seconds_bucket{kind="x",le="1"} 3',
      'b_seconds_bucket{kind="x",le="+Inf"} 4',
      'b_seconds_sum{kind="x"} 7.65',
      'b_seconds_count{kind="x"} 4',
      "# HELP c Of c.",
      "# TYPE c gauge",
      "c 3",
      "# HELP d_total Of d.",
      "# TYPE d_total counter",
      "d_total 4",
      "",
    ].join("\n"),
  );
});

it("a metric has at most so many series, and counts the others together", () => {
  const counter = new Counter("a_total", "Of a.", ["kind"]);
  for (let kind = 0; kind < 10_000; kind++) counter.add(1, `kind ${kind}`);
  const lines = counter.lines();
  expect(lines).toHaveLength(501);
  expect(lines.at(-1)).toBe('a_total{kind="other"} 9500');
});
