import { describe, expect, it } from "vitest";
import { OutputCollector } from "./output-collector.ts";
import { MAX_OUTPUT_CHARACTERS, truncateOutput } from "../outputs/truncate-output.ts";

function shown(collector: OutputCollector) {
  const { output, dropped } = collector.collect();
  return truncateOutput(output, dropped);
}

const plain = (text: string) => ({ text, styles: [] });

/** The shown characters and those that are said to be missing. */
function total(text: string): number {
  const note = /\n\[… (\d+) characters left out …\]\n/.exec(text);
  return text.length - (note?.[0].length ?? 0) + Number(note?.[1]);
}

describe("a collected output", () => {
  it("is whole when it is short", () => {
    const collector = new OutputCollector();
    collector.add(plain("one\n"));
    collector.add(plain("two"));
    expect(shown(collector)).toEqual({ text: "one\ntwo", truncated: false });
  });

  it("takes bounded memory for an endless one, keeps its end and counts what is missing", () => {
    const collector = new OutputCollector();
    for (let index = 0; index < 20_000; index++) collector.add(plain(`${"x".repeat(1_000)}\n`));
    collector.add(plain("the end"));
    expect(collector.collect().output.length).toBeLessThan(400_000);
    const { text, truncated } = shown(collector);
    expect(truncated).toBe(true);
    expect(text.length).toBeLessThan(MAX_OUTPUT_CHARACTERS + 200);
    expect(text.endsWith("the end")).toBe(true);
    expect(total(text)).toBe(20_000 * 1_001 + 7);
  });
});

describe("the styles of a collected output", () => {
  it("are where they were in the pieces", () => {
    const collector = new OutputCollector();
    collector.add({ text: "one ", styles: [{ at: 4, sgr: "1" }] });
    collector.add({ text: "two", styles: [{ at: 3, sgr: "0" }] });
    expect(collector.collect().styles).toEqual([
      { at: 4, sgr: "1" },
      { at: 7, sgr: "0" },
    ]);
  });

  it("are bounded, end with the first that does not fit, and are left out where text is", () => {
    const collector = new OutputCollector();
    const rainbow = {
      text: "x".repeat(400),
      styles: Array.from({ length: 400 }, (_, at) => ({ at, sgr: "31" })),
    };
    for (let index = 0; index < 11; index++) collector.add(rainbow);
    const { styles } = collector.collect();
    expect(styles).toHaveLength(4_001);
    expect(styles.slice(-2)).toEqual([
      { at: 3_999, sgr: "31" },
      { at: 4_000, sgr: "0" },
    ]);
    for (let index = 0; index < 400; index++) collector.add(plain("x".repeat(1_000)));
    expect(collector.collect().styles).toEqual([]);
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
