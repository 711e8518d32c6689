import { expect, test } from "vitest";
import { piecesOf } from "./pieces-of.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");

test("a text is cut at ends of lines, and nothing of it is lost", () => {
  const text = lines(9_000);
  const pieces = piecesOf(text, 100, 10_000);
  expect(pieces).toHaveLength(90);
  expect(pieces.join("")).toBe(text);
  for (const piece of pieces) expect(piece.split("\n")).toHaveLength(101);
});

test("a piece is no longer than it may be, and ends with a line where one ends in it", () => {
  const text = `${"a".repeat(30)}\n${"b".repeat(30)}\n${"c".repeat(30)}\n`;
  expect(piecesOf(text, 100, 70)).toEqual([`${"a".repeat(30)}\n${"b".repeat(30)}\n`, `${"c".repeat(30)}\n`]);
});

test("a line that is longer than a piece is cut, and no character is", () => {
  const text = `x${"😀".repeat(20)}\nend`;
  const pieces = piecesOf(text, 100, 10);
  expect(pieces.join("")).toBe(text);
  for (const piece of pieces) {
    expect(piece.isWellFormed()).toBe(true);
    expect(piece.length).toBeLessThanOrEqual(10);
  }
});

test("short texts, and those without a line end, are one piece; an empty one has none", () => {
  expect(piecesOf("a\nb", 100, 10)).toEqual(["a\nb"]);
  expect(piecesOf("\n", 100, 10)).toEqual(["\n"]);
  expect(piecesOf("", 100, 10)).toEqual([]);
});
