import { expect, test } from "vitest";
import { countLines, foldText } from "./fold-text.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
const options = { head: 3, tail: 4, characters: 1_000 };

test("a short text is not folded, with any line end", () => {
  for (const text of ["", "a", lines(7), `${lines(7)}\n`, `${lines(7)}\n\n`])
    expect(foldText(text, options)).toEqual({ head: text, tail: "", hiddenLines: 0 });
});

test("a long text has its start and end, and the number of lines between", () => {
  expect(foldText(lines(9_000), options)).toEqual({
    head: "line 1\nline 2\nline 3",
    tail: "line 8997\nline 8998\nline 8999\nline 9000",
    hiddenLines: 8_993,
  });
  expect(foldText(`${lines(20)}\n`, options).tail).toBe("line 17\nline 18\nline 19\nline 20\n");
});

test("a single line is not folded", () => {
  expect(foldText(lines(8), options)).toEqual({ head: lines(8), tail: "", hiddenLines: 0 });
  expect(foldText(lines(9), options).hiddenLines).toBe(2);
});

test("a fold without a tail has only the start", () => {
  const { head, tail, hiddenLines } = foldText(lines(10), { ...options, tail: 0 });
  expect([head, tail, hiddenLines]).toEqual([lines(3), "", 7]);
});

test("a long line is folded between characters", () => {
  const { head, tail, hiddenLines } = foldText(`a${"😀".repeat(600)}b`, { head: 3, tail: 4, characters: 20 });
  expect(hiddenLines).toBe(1);
  expect([head.isWellFormed(), tail.isWellFormed()]).toEqual([true, true]);
  expect(head.startsWith("a😀") && tail.endsWith("😀b")).toBe(true);
  expect(head.length + tail.length).toBeLessThanOrEqual(20);
});

test("the end is kept if the start is one long line", () => {
  const { tail } = foldText(`${"x".repeat(5_000)}\nError: this`, options);
  expect(tail.endsWith("\nError: this")).toBe(true);
});

test("lines are counted with or without a line end at the end", () => {
  expect(["", "a", "a\n", "a\nb"].map(countLines)).toEqual([0, 1, 1, 2]);
});
