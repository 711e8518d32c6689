import { describe, expect, it } from "vitest";
import { MAX_OUTPUT_CHARACTERS, OutputCollector, truncateOutput } from "./output-collector.ts";

describe("a collected output", () => {
  it("is whole when it is short, without escapes and NUL", () => {
    const collector = new OutputCollector();
    collector.add("\u001b[31mred\u001b[0m \u001b]0;title\u0007a\0b\n");
    collector.add("two");
    expect(collector.collect()).toEqual({ text: "red ab\ntwo", truncated: false });
  });

  it("keeps the first fifth and the last four fifths of a long one, and says how much is missing", () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join("\n");
    const { text: shown, truncated } = truncateOutput(text);
    expect(truncated).toBe(true);
    expect(shown.startsWith("line 0\n")).toBe(true);
    expect(shown.endsWith("line 9999")).toBe(true);
    expect(shown).toMatch(/\[… \d+ characters left out …\]/);
    expect(shown.split("\n").length).toBeLessThanOrEqual(2_001);
  });

  it("takes bounded memory for an endless one, and keeps its end", () => {
    const collector = new OutputCollector();
    for (let index = 0; index < 20_000; index++) collector.add(`${"x".repeat(1_000)}\n`);
    collector.add("the end");
    const { text, truncated } = collector.collect();
    expect(truncated).toBe(true);
    expect(text.length).toBeLessThan(MAX_OUTPUT_CHARACTERS + 200);
    expect(text.endsWith("the end")).toBe(true);
    const missing = Number(/\[… (\d+) characters/.exec(text)?.[1]);
    expect(missing).toBeGreaterThan(19_000_000);
  });

  it("cuts one endless line too", () => {
    const { text, truncated } = truncateOutput("y".repeat(200_000));
    expect(truncated).toBe(true);
    expect(text.length).toBeLessThan(MAX_OUTPUT_CHARACTERS + 200);
  });
});
