import { expect, test } from "vitest";
import { CallLines } from "./call-lines.ts";
import { toolLine } from "./tool-line.ts";

function shown(isLive: boolean, work: (lines: CallLines) => void): readonly string[] {
  const written: string[] = [];
  work(new CallLines({ isLive, write: (line) => void written.push(line) }));
  return written;
}

const call = (id: string, command: string) =>
  ({ type: "tool_call", call_id: id, name: "bash", arguments: JSON.stringify({ command }) }) as const;
const result = (id: string, output: string, is_error = false) =>
  ({ type: "tool_result", call_id: id, name: "bash", output, is_error, truncated: false }) as const;

test("output is written while its call runs, line by line, and the result does not repeat it", () => {
  const written = shown(true, (lines) => {
    lines.call("item_1", call("call_1", "npm test"));
    lines.output("item_1", "one\ntw", 0);
    lines.output("item_1", "o\n10 %\r20 %\r", 6);
    lines.result(result("call_1", "one\ntwo\n20 %\n"));
  });
  expect(written).toEqual(["● $ npm test", "  │ one", "  │ two", "  │ 20 %", "  ✓"]);
});

test("what was left out of long output is marked, and a failure says why", () => {
  const written = shown(true, (lines) => {
    lines.call("item_1", call("call_1", "make"));
    lines.output("item_1", "a", 0);
    lines.output("item_1", "z\n", 90_000);
    lines.result(result("call_1", "a…z\nExit code: 2\n", true));
  });
  expect(written).toEqual(["● $ make", "  │ a…", "  │ z", "  ✗ Exit code: 2"]);
});

test("lines of calls that run at once begin with their call", () => {
  const written = shown(true, (lines) => {
    lines.call("item_1", call("call_1", "make a"));
    lines.call("item_2", call("call_2", "make b"));
    lines.output("item_1", "a\n", 0);
    lines.output("item_2", "b\n", 0);
    lines.result(result("call_2", "b"));
    lines.result(result("call_1", "a"));
  });
  expect(written).toEqual([
    "● $ make a",
    "● $ make b",
    "↳ $ make a",
    "  │ a",
    "↳ $ make b",
    "  │ b",
    "  ✓",
    "↳ $ make a",
    "  ✓",
  ]);
});

test("without a terminal each result has its output, below its call", () => {
  const written = shown(false, (lines) => {
    lines.call("item_1", call("call_1", "make a"));
    lines.call("item_2", call("call_2", "make b"));
    lines.output("item_1", "a\n", 0);
    lines.result(result("call_1", "a"));
    lines.interrupted();
    lines.result(result("call_2", "b"));
    lines.result(result("call_9", "unknown"));
  });
  expect(written).toEqual([
    "● $ make a",
    "● $ make b",
    "↳ $ make a",
    "  ✓ a",
    "↳ $ make b",
    "  ✓ b",
    "↳ bash",
    "  ✓ unknown",
  ]);
});

test.each([
  ["bash", { command: "cd app\n  npm test\n" }, "$ cd app ⏎ npm test"],
  ["bash", { command: "sleep 9", run_in_background: true }, "$ sleep 9  # run_in_background=true"],
  ["read", { path: "src/main.ts", offset: 10 }, "read src/main.ts offset=10"],
  ["grep", { pattern: "a b", path: "src" }, 'grep "a b" path=src'],
  ["list", {}, "list"],
])("%s %j is shown as a line", (tool, given, line) => {
  expect(toolLine(tool, JSON.stringify(given))).toBe(line);
});

test("arguments that are no object are shown as they are", () => {
  expect(toolLine("bash", "{")).toBe("bash {");
});
