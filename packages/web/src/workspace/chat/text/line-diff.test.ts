import * as fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./line-diff.ts";

const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 }).map((lines) => lines.join("\n"));

test("what is kept and removed is the old text, what is kept and added the new one", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (left: "removed" | "added") =>
        lines.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join("\n");
      expect(side("added")).toBe(before.replace(/\n$/, ""));
      expect(side("removed")).toBe(after.replace(/\n$/, ""));
    }),
  );
});

test("lines that stay are not told as changed", () => {
  expect(diffLines("a\nb\nc", "a\nx\nc").map(({ kind }) => kind)).toEqual([
    "same",
    "removed",
    "added",
    "same",
  ]);
});

test("texts too long to be compared are told as replaced", () => {
  const many = (word: string) => Array.from({ length: 2000 }, (_, index) => `${word}${index}`).join("\n");
  expect(diffLines(many("a"), many("b"))).toHaveLength(4000);
});
