import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceText } from "./replace-text.ts";

const edit = (text: string, oldText: string, newText: string, replaceAll = false) =>
  replaceText(text, { oldText, newText, replaceAll });

describe("replacing a piece of a text", () => {
  it.each([
    ["an exact piece within a line", "let a = 1;\n", "a = 1", "a = 2", "let a = 2;\n"],
    [
      "lines whose ends differ only in white space",
      "one  \ntwo\t\nthree\n",
      "one\ntwo",
      "1\n2",
      "1\n2\nthree\n",
    ],
    [
      "a piece given with other line endings, keeping the file's own",
      "a\r\nb\r\nc\r\n",
      "a\nb",
      "x\ny",
      "x\r\ny\r\nc\r\n",
    ],
    ["mixed endings only inside the match", "a\nb\r\nc\nd", "b\nc", "B\nC", "a\nB\r\nC\nd"],
    ["the last line of a file without a newline", "a\nb", "b", "c", "a\nc"],
    ["a piece after a byte order mark", "\ufeffhead\nbody\n", "body", "tail", "\ufeffhead\ntail\n"],
    ["a piece that ends with a newline", "a \nb\n", "a\n", "x\n", "x\nb\n"],
    ["a line deleted whole", "a\nb\nc\n", "b\n", "", "a\nc\n"],
    ["characters that mean something to patterns", "cost: $5 (net)\n", "$5 (net)", "$&$1", "cost: $&$1\n"],
  ])("replaces %s", (_, text, oldText, newText, expected) => {
    expect(edit(text, oldText, newText)).toMatchObject({ ok: true, text: expected });
  });

  it("refuses a piece that occurs more than once, with its lines", () => {
    expect(edit("x\ny\nx\n", "x", "z")).toEqual({
      ok: false,
      reason: expect.stringContaining("lines 1, 3") as string,
    });
  });

  it("replaces every occurrence when asked", () => {
    expect(edit("x\ny\nx\n", "x", "z", true)).toEqual({
      ok: true,
      text: "z\ny\nz\n",
      count: 2,
      lines: [1, 3],
    });
  });

  it("shows the nearest line on a miss, and changes nothing by likeness", () => {
    expect(
      edit("function total(a, b) {\n  return a + b;\n}\n", "function total(a, b) {\n  return a - b;", "x"),
    ).toEqual({
      ok: false,
      reason: "old_text does not occur. The nearest place is line 1: function total(a, b) {",
    });
  });

  it("refuses an edit that changes nothing", () => {
    expect(edit("a\n", "a", "a")).toMatchObject({ ok: false });
  });

  it("keeps everything outside of the match as it is", () => {
    const line = fc.string({ unit: fc.constantFrom("a", " ", "\t", "é", "😀"), maxLength: 6 });
    const ending = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, ending), { maxLength: 8 }),
        fc.array(fc.tuple(line, ending), { maxLength: 8 }),
        (before, after) => {
          const head = before.map(([text, end]) => text + end).join("");
          const tail = after.map(([text, end]) => end + text).join("");
          const result = edit(`${head}NEEDLE${tail}`, "NEEDLE", "pin");
          expect(result).toMatchObject({ ok: true, text: `${head}pin${tail}` });
        },
      ),
    );
  });
});
