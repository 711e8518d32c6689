import { expect, test } from "vitest";
import { argumentsOf, spilledOutput, todosOf, workspacePath } from "./call-arguments.ts";

test("arguments are read if they are an object", () => {
  expect(argumentsOf('{"command":"ls"}')).toEqual({ command: "ls" });
  expect(argumentsOf("")).toEqual({});
  for (const text of ['{"command":', "[]", "1", "null"]) expect(argumentsOf(text)).toBe(null);
});

test("a todo list is one only if every entry is", () => {
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

test("the whole of an output that was cut is found", () => {
  expect(spilledOutput("x\n[the whole output is in /tmp/outputs/out_1.txt: read or grep it]")).toBe("out_1");
  expect(spilledOutput("the whole output")).toBe(null);
});

test("paths of the workspace are told from others", () => {
  expect(["/workspace/a/b.md", "c.md", "/tmp/x", "/workspace/../etc", null].map(workspacePath)).toEqual([
    "a/b.md",
    "c.md",
    null,
    null,
    null,
  ]);
});
