import { expect, test } from "vitest";
import { chunkText } from "./chunk-text.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");

test("a text is split at line ends without loss", () => {
  const text = lines(9_000);
  const chunks = chunkText(text, 100, 10_000);
  expect(chunks).toHaveLength(90);
  expect(chunks.join("")).toBe(text);
  for (const chunk of chunks) expect(chunk.split("\n")).toHaveLength(101);
});

test("a chunk has a maximum length, and ends with a line if possible", () => {
  const text = `${"a".repeat(30)}\n${"b".repeat(30)}\n${"c".repeat(30)}\n`;
  expect(chunkText(text, 100, 70)).toEqual([`${"a".repeat(30)}\n${"b".repeat(30)}\n`, `${"c".repeat(30)}\n`]);
});

test("a line that is longer than a chunk is split between characters", () => {
  const text = `x${"😀".repeat(20)}\nend`;
  const chunks = chunkText(text, 100, 10);
  expect(chunks.join("")).toBe(text);
  for (const chunk of chunks) {
    expect(chunk.isWellFormed()).toBe(true);
    expect(chunk.length).toBeLessThanOrEqual(10);
  }
});

test("a short text is one chunk, and an empty one has none", () => {
  expect(chunkText("a\nb", 100, 10)).toEqual(["a\nb"]);
  expect(chunkText("\n", 100, 10)).toEqual(["\n"]);
  expect(chunkText("", 100, 10)).toEqual([]);
});
