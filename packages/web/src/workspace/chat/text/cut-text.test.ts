import { expect, test } from "vitest";
import { countLines, cutText } from "./cut-text.ts";

test("a text that fits is shown whole, whatever line end it has", () => {
  expect(cutText("a\nb\n", 2, 100)).toEqual({ shown: "a\nb\n", hiddenLines: 0, hiddenCharacters: 0 });
});

test("a long text is cut at a line, and says how many are missing", () => {
  expect(cutText("a\nb\nc\nd", 2, 100)).toEqual({ shown: "a\nb", hiddenLines: 2, hiddenCharacters: 4 });
});

test("a long line is cut, but no character", () => {
  expect(cutText("ab😀cd", 10, 3).shown).toBe("ab");
});

test("lines are counted with or without a last line end", () => {
  expect(["", "a", "a\n", "a\nb"].map(countLines)).toEqual([0, 1, 1, 2]);
});
