import { describe, expect, it } from "vitest";
import { OutputCollector } from "./output-collector.ts";
import { MAX_OUTPUT_CHARACTERS, truncateOutput } from "../outputs/truncate-output.ts";

function shown(collector: OutputCollector) {
  const { output, dropped } = collector.collect();
  return truncateOutput(output, dropped);
}

/** The shown characters and those that are said to be missing. */
function total(text: string): number {
  const note = /\n\[… (\d+) characters left out …\]\n/.exec(text);
  return text.length - (note?.[0].length ?? 0) + Number(note?.[1]);
}

describe("a collected output", () => {
  it("is whole when it is short", () => {
    const collector = new OutputCollector();
    collector.add("one\n");
    collector.add("two");
    expect(shown(collector)).toEqual({ text: "one\ntwo", truncated: false });
  });

  it("takes bounded memory for an endless one, keeps its end and counts what is missing", () => {
    const collector = new OutputCollector();
    for (let index = 0; index < 20_000; index++) collector.add(`${"x".repeat(1_000)}\n`);
    collector.add("the end");
    expect(collector.collect().output.length).toBeLessThan(400_000);
    const { text, truncated } = shown(collector);
    expect(truncated).toBe(true);
    expect(text.length).toBeLessThan(MAX_OUTPUT_CHARACTERS + 200);
    expect(text.endsWith("the end")).toBe(true);
    expect(total(text)).toBe(20_000 * 1_001 + 7);
  });
});

describe("a truncated output", () => {
  it("keeps the first fifth and the last four fifths, and says how much is missing", () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join("\n");
    const { text: cut, truncated } = truncateOutput(text);
    expect(truncated).toBe(true);
    expect(cut.startsWith("line 0\n")).toBe(true);
    expect(cut.endsWith("line 9999")).toBe(true);
    expect(cut.split("\n").length).toBeLessThanOrEqual(2_001);
    expect(total(cut)).toBe(text.length);
  });

  it.each(["y".repeat(200_000), "\n".repeat(5_000), `${"z".repeat(60_000)}\nend`, "ab\n".repeat(20_000)])(
    "is left as it is when it is truncated again",
    (text) => {
      const once = truncateOutput(text);
      expect(once.truncated).toBe(true);
      expect(once.text.length).toBeLessThan(MAX_OUTPUT_CHARACTERS + 200);
      expect(total(once.text)).toBe(text.length);
      expect(truncateOutput(once.text)).toEqual({ text: once.text, truncated: false });
    },
  );
});
