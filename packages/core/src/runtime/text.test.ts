import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuSeconds } from "../cpu-seconds.test-support.ts";
import { cleanText } from "./text.ts";
import { cleanStyledText, separateStyles } from "./styled-text.ts";
import { TextCleaner } from "./text-cleaner.ts";

describe("a cleaned text", () => {
  it("is without escapes, NUL and lone surrogates", () => {
    expect(cleanText("\u001b[31mred\u001b[0m \u001b]0;title\u0007a\0b\ud800\u001b")).toBe("red ab\ufffd");
    expect(cleanText("\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\ \u001bPq#1\u001b\\end")).toBe(
      "link end",
    );
  });

  it("keeps what follows an escape that is never ended", () => {
    expect(cleanText("\u001b]0;title\nand all the rest")).toBe("0;title\nand all the rest");
    const long = "x".repeat(5_000);
    expect(cleanText(`\u001b]${long}\u0007`)).toContain(long);
  });

  it("is the same in whatever pieces it comes", () => {
    const text = fc.string({
      unit: fc.constantFrom("\u001b", "[", "]", "3", "m", "\u0007", "\\", "\n", "a", " ", "P"),
      maxLength: 24,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (pieces) => {
        const cleaner = new TextCleaner();
        const inPieces = pieces.map((piece) => cleaner.add(piece)).join("") + cleaner.end();
        expect(inPieces).not.toContain("\u001b");
        expect(inPieces).toBe(cleanText(pieces.join("")));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is shown up to an escape that may go on, also where its line has not ended", () => {
    const cleaner = new TextCleaner();
    expect(cleaner.add("\u001b[32m50 %\u001b[0")).toBe("50 %");
    expect(cleaner.add("m\r\u001b]8;;http://x\u001b")).toBe("\r");
    expect(cleaner.add("\\link\u001b[")).toBe("link");
    expect(cleaner.end()).toBe("");
  });

  it("is the same in two pieces of a long line, whichever they are", () => {
    const text = "\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\ ".repeat(500);
    for (let at = 8_192; at < 8_240; at++) {
      const cleaner = new TextCleaner();
      expect(cleaner.add(text.slice(0, at)) + cleaner.add(text.slice(at)) + cleaner.end()).toBe(
        "link ".repeat(500),
      );
    }
  });

  it("takes time in proportion to its length", async () => {
    const text = "\u001b]".repeat(250_000) + `\u001b]${"x".repeat(500_000)}`;
    expect(await cpuSeconds(() => cleanText(text))).toBeLessThan(5);
  });
});

describe("a styled text", () => {
  it("keeps the escapes that set styles, and no others", () => {
    const others = "\u001b[2K\u001b]0;title\u0007\u001b[?25l\u001b[4711471147114711m\0\u001b";
    const text = `\u001b[1;31mred\u001b[m ${others}\u001b[38:5:9mx`;
    expect(cleanStyledText(text)).toBe("\u001b[1;31mred\u001b[m \u001b[38:5:9mx");
    expect(separateStyles(cleanStyledText(text))).toEqual({
      text: "red x",
      styles: [
        { at: 0, sgr: "1;31" },
        { at: 3, sgr: "0" },
        { at: 4, sgr: "38;5;9" },
      ],
    });
  });

  it.each([
    ["", "0"],
    [";1", "0;1"],
    ["31;0;1", "0;1"],
    ["38;5;0;1", "38;5;0;1"],
    ["38:2::255:0:10;1", "38;2;255;0;10;1"],
    ["48;2;1;2;3;4:3", "48;2;1;2;3;4"],
    ["58;2;255;1;0;3", "3"],
    ["58:5:9;4:0", "24"],
  ])("has the parameters %j as %j", (parameters, sgr) => {
    expect(separateStyles(`\u001b[${parameters}mx`).styles).toEqual([{ at: 0, sgr }]);
  });

  it("has no style for the colour of underlines alone", () => {
    expect(separateStyles("a\u001b[58;5;9mb")).toEqual({ text: "ab", styles: [] });
  });

  it("has the same text as a cleaned one, in whatever pieces it comes", () => {
    const units = [
      "\u001b",
      "[",
      "]",
      "3",
      ";",
      "m",
      "\u0007",
      "\\",
      "\n",
      "a",
      "\0",
      "P",
      "\ud83d",
      "\ude00",
    ];
    const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 24 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (pieces) => {
        const cleaner = new TextCleaner(cleanStyledText);
        const styled = pieces.map((piece) => cleaner.add(piece)).join("") + cleaner.end();
        expect(separateStyles(styled).text).toBe(cleanText(pieces.join("")));
      }),
      { numRuns: 2_000 },
    );
  });
});
