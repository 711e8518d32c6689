import { expect, test } from "vitest";
import { argumentsOf, fullOutputId, todosOf } from "./call-arguments.ts";

test("arguments must be an object", () => {
  expect(argumentsOf('{"command":"ls"}')).toEqual({ command: "ls" });
  expect(argumentsOf("")).toEqual({});
  for (const text of ['{"command":', "[]", "1", "null"]) expect(argumentsOf(text)).toBe(null);
});

test("a todo list must have valid entries only", () => {
  const todo = { content: "Do", status: "pending" };
  expect(todosOf({ todos: [todo] })).toEqual([todo]);
  for (const todos of [
    undefined,
    "x",
    [{ content: 1, status: "pending" }],
    [{ ...todo, status: "?" }],
    [null],
  ])
    expect(todosOf({ todos })).toBe(null);
});

test("the id of the full output is found", () => {
  expect(fullOutputId("x\n[the whole output is in /tmp/outputs/out_1.txt: read or grep it]")).toBe("out_1");
  expect(fullOutputId("the whole output")).toBe(null);
});
