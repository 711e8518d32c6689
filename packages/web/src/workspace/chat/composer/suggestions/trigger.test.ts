import { expect, test } from "vitest";
import { replaceTrigger, triggerAt } from "./trigger.ts";

test.each([
  ["/", { kind: "command", query: "", from: 0, to: 1 }],
  ["/review a", { kind: "command", query: "review a", from: 0, to: 9 }],
  ["@", { kind: "file", query: "", from: 0, to: 1 }],
  ["Look at @src/ma", { kind: "file", query: "src/ma", from: 8, to: 15 }],
  ["/tmp/x is full", null],
  ["Use / here", null],
  ["me@example.com", null],
  ["@a b", null],
  ["", null],
])("%j", (text, trigger) => {
  expect(triggerAt(text, text.length)).toEqual(trigger);
});

test("only what is before the cursor counts", () => {
  expect(triggerAt("See @src now", 6)).toEqual({ kind: "file", query: "s", from: 4, to: 6 });
});

test("a suggestion replaces what triggered it", () => {
  const file = triggerAt("See @ma", 7);
  const command = triggerAt("/rev", 4);
  expect(file && replaceTrigger("See @ma", file, "`main.ts`")).toBe("See `main.ts` ");
  expect(file && replaceTrigger("See @ma now", file, "`main.ts`")).toBe("See `main.ts` now");
  expect(command && replaceTrigger("/rev", command, "")).toBe("");
});
