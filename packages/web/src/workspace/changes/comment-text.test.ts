import { expect, test } from "vitest";
import { commentText, describeLines, targetOf } from "./comment-text.ts";
import type { PatchedFile } from "./parse-patch.ts";

/** Lines 1 and 2, a gap, and line 9. */
const PATCHED: PatchedFile = {
  before: "a\nb\n\ni",
  after: "a\nB\n\ni",
  lineNumbers: { before: [1, 2, null, 9], after: [1, 2, null, 9] },
  mode: null,
  version: "",
  patch: null,
};

test.each([
  [{ side: "after", first: 1, last: 1 }, "line 2", "B"],
  [{ side: "before", first: 0, last: 1 }, "lines 1 to 2 before the change", "a\nb"],
  [{ side: "after", first: 1, last: 3 }, "lines 2 to 9", "B\n⋯\ni"],
  [{ side: "after", first: 2, last: 3 }, "line 9", "i"],
  [{ side: "after", first: 2, last: 2 }, "the file", ""],
  [null, "the file", ""],
] as const)("the target of %j is %s", (selected, words, text) => {
  const target = targetOf("src/a.ts", PATCHED, selected);
  expect([describeLines(target), target.text]).toEqual([words, text]);
});

test("a comment quotes its lines in a fence that they do not end, and names a path with backticks", () => {
  const text = "x\n```\ny";
  const target = { path: "a`b", side: "after", lines: [3, 5], text } as const;
  expect(commentText(target, "Shorter.")).toBe(
    "On `` a`b ``, lines 3 to 5:\n\n````\nx\n```\ny\n````\n\nShorter.",
  );
});

test("many lines are named, and not quoted", () => {
  const lines = Array.from({ length: 40 }, (_, index) => index + 1);
  const file = lines.join("\n");
  const patched = {
    before: "",
    after: file,
    lineNumbers: { before: [], after: lines },
    mode: null,
    version: "",
    patch: null,
  };
  const target = targetOf("a", patched, { side: "after", first: 0, last: 39 });
  expect(commentText(target, "Too long.")).toBe("On `a`, lines 1 to 40:\n\nToo long.");
});
