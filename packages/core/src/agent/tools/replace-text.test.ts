import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-seconds.test-support.ts";
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
    ["a line of a CRLF file deleted whole", "a\r\nb\r\nc\r\n", "b\n", "", "a\r\nc\r\n"],
    ["a trailing-space line of a CRLF file deleted whole", "a\r\nb  x \r\nc", "b  x\t\n", "", "a\r\nc"],
    [
      "lines from the middle of one, in a CRLF file",
      "let a\r\nlet b\r\n",
      "a\nlet",
      "c\nvar",
      "let c\r\nvar b\r\n",
    ],
    ["lines after a mark, in a CRLF file", "\ufeffa\r\nb\r\n", "a\nb", "c\nd", "\ufeffc\r\nd\r\n"],
    ["a piece given with the mark", "\ufeffa\nb\n", "\ufeffa\n", "\ufeffc\n", "\ufeffc\nb\n"],
    ["a piece with a line end that the last line has not", "a\nb", "b\n", "c\n", "a\nc"],
    ["lines ended by CR alone", "a\rb\rc", "a\nb", "x\ny", "x\ry\rc"],
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

  it("counts places that overlap", () => {
    expect(edit("aaa\n", "aa", "b")).toMatchObject({ ok: false });
    expect(edit("a \nb \na \nb \na\n", "a\nb\na", "x")).toMatchObject({ ok: false });
    expect(edit("a \nb \na \nb \na\n", "a\nb\na", "x", true)).toMatchObject({ ok: true, text: "x\nb \na\n" });
  });

  it("replaces neighbours that differ in the space at their ends", () => {
    expect(edit("x;\t\nx; \nx; y\n", "x;\n", "z;\n", true)).toMatchObject({
      text: "z;\nz;\nx; y\n",
      count: 2,
    });
  });

  it("refuses white space alone", () => {
    expect(edit("a b\n", " ", "_")).toEqual({
      ok: false,
      reason: expect.stringContaining("only white space") as string,
    });
  });

  it.each([
    ["one long line", "ab".repeat(250_000), "a", "xy"],
    ["one long line without an end, by a piece with lines", "ab".repeat(250_000), "a", "x\ny"],
    ["many lines that nearly match", "a \n".repeat(160_000), `${"a\n".repeat(2_000)}b`, "c"],
    ["many lines that match but for space", "a \n".repeat(160_000), "a\n", "c\n"],
  ])("takes time in proportion to %s", async (_, text, oldText, newText) => {
    expect(await cpuSeconds(() => edit(text, oldText, newText, true))).toBeLessThan(5);
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
      reason: "old_text does not occur. The nearest match is line 1: function total(a, b) {",
    });
  });

  it("refuses an edit that changes nothing", () => {
    expect(edit("a\n", "a", "a")).toMatchObject({ ok: false });
  });

  it("keeps everything outside of the match as it is, whatever the line endings", () => {
    const line = fc.string({ unit: fc.constantFrom("a", " ", "\t", "é", "😀"), maxLength: 6 });
    const ending = fc.constantFrom("\n", "\r\n", "\r");
    const lines = fc.array(fc.tuple(line, ending), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.boolean(),
        lines,
        lines,
        ending,
        fc.boolean(),
        (mark, before, after, inner, trailing) => {
          const head = (mark ? "\ufeff" : "") + before.map(([text, end]) => text + end).join("");
          const tail = after.map(([text, end]) => end + text).join("");
          expect(edit(`${head}NEEDLE${tail}`, "NEEDLE", "pin")).toMatchObject({ text: `${head}pin${tail}` });
          const space = trailing ? " " : "";
          expect(edit(`${head}NEE${space}${inner}DLE${tail}`, "NEE\nDLE", "p\nn")).toMatchObject({
            text: `${head}p${inner}n${tail}`,
          });
        },
      ),
    );
  });
});
