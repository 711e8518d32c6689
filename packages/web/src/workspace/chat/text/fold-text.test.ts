import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
const room = { head: 3, tail: 4, characters: 1_000 };

test("a text that fits is shown whole, whatever line end it has", () => {
  for (const text of ["", "a", lines(7), `${lines(7)}\n`, `${lines(7)}\n\n`])
    expect(foldText(text, room)).toEqual({ head: text, tail: "", hiddenLines: 0 });
});

test("of a long text the beginning and the end are shown, and how many lines are between", () => {
  expect(foldText(lines(9_000), room)).toEqual({
    head: "line 1\nline 2\nline 3",
    tail: "line 8997\nline 8998\nline 8999\nline 9000",
    hiddenLines: 8_993,
  });
  expect(foldText(`${lines(20)}\n`, room).tail).toBe("line 17\nline 18\nline 19\nline 20\n");
});

test("one line is not hidden alone: its place is taken by the words that it is", () => {
  expect(foldText(lines(8), room)).toEqual({ head: lines(8), tail: "", hiddenLines: 0 });
  expect(foldText(lines(9), room).hiddenLines).toBe(2);
});

test("of a text that is read from its start no end is shown", () => {
  const { head, tail, hiddenLines } = foldText(lines(10), { ...room, tail: 0 });
  expect([head, tail, hiddenLines]).toEqual([lines(3), "", 7]);
});

test("a long line is cut in its middle, and no character is", () => {
  const { head, tail, hiddenLines } = foldText(`a${"😀".repeat(600)}b`, { head: 3, tail: 4, characters: 20 });
  expect(hiddenLines).toBe(1);
  expect([head.isWellFormed(), tail.isWellFormed()]).toEqual([true, true]);
  expect(head.startsWith("a😀") && tail.endsWith("😀b")).toBe(true);
  expect(head.length + tail.length).toBeLessThanOrEqual(20);
});

test("the end stays where the beginning is one long line", () => {
  const { tail } = foldText(`${"x".repeat(5_000)}\nError: this`, room);
  expect(tail.endsWith("\nError: this")).toBe(true);
});
