import { describe, expect, test } from "vitest";
import { exactPieces, exactText } from "./exact-text.ts";

describe("a text that is shown exactly", () => {
  test.each([
    ["ls\rrm -r /", "ls⟦U+000D⟧rm -r /"],
    ["ls\r\n", "ls⟦U+000D⟧\n"],
    ["a\u001B[2K\u001B[1Ab", "a⟦U+001B⟧[2K⟦U+001B⟧[1Ab"],
    ["\u009B31m\u0090x", "⟦U+009B⟧31m⟦U+0090⟧x"],
    ["a\u202Eb\u2066c\u200F", "a⟦U+202E⟧b⟦U+2066⟧c⟦U+200F⟧"],
    ["r\u200Bm\u200D\uFEFF\u00AD\u2060", "r⟦U+200B⟧m⟦U+200D⟧⟦U+FEFF⟧⟦U+00AD⟧⟦U+2060⟧"],
    ["a\u{E0041}\u3164\u2800\u00A0\u2028b", "a⟦U+E0041⟧⟦U+3164⟧⟦U+2800⟧⟦U+00A0⟧⟦U+2028⟧b"],
    ["a \nb\t \nc  ", "a⟦U+0020⟧\nb⟦U+0009⟧⟦U+0020⟧\nc⟦U+0020×2⟧"],
    [`a${" ".repeat(400)}b`, "a⟦U+0020×400⟧b"],
    [`a${"\n".repeat(400)}b`, "a⟦U+000A×400⟧\nb"],
    [`a${"\u0336".repeat(20)}`, "a⟦U+0336×20⟧"],
    ["a\u034Fb\uFE0F\u{E0100}", "a⟦U+034F⟧b⟦U+FE0F⟧⟦U+E0100⟧"],
    ["\uD800", "⟦U+D800⟧"],
    ["\0\b\b", "⟦U+0000⟧⟦U+0008×2⟧"],
  ])("shows what would not show: %j", (text, shown) => {
    expect(exactText(text)).toBe(shown);
  });

  test("holds no mark that the text has made itself", () => {
    expect(exactText("⟦U+000D⟧")).toBe("⟦U+27E6⟧U+000D⟧");
    expect(exactPieces("a⟦b\r")).toEqual([
      { text: "a", isMark: false },
      { text: "⟦U+27E6⟧", isMark: true },
      { text: "b", isMark: false },
      { text: "⟦U+000D⟧", isMark: true },
    ]);
  });

  test("is as it was where all of it shows", () => {
    for (const text of ["if x:\n\tprint('é')\n\n\nשלום 日本語 ☑", "a  b", "e\u0301", ""]) {
      expect(exactText(text)).toBe(text);
    }
  });

  test.each([" ", "\t", "\n", " \n", "\r", "\u200B", "\u0301", "a ", "\u001B[", "⟦"])(
    "takes time in proportion to its length, of %j too",
    (part) => {
      expect(exactText(`${part.repeat(200_000)}x`).endsWith("x")).toBe(true);
    },
  );
});
