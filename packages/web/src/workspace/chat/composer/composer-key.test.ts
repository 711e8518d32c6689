import { expect, test } from "vitest";
import { composerKey } from "./composer-key.ts";

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false };
const desk = { text: "Hello", isTouch: false };

test.each([
  [{ key: "Enter" }, desk, "send"],
  [{ key: "Enter", ctrlKey: true }, desk, "send"],
  [{ key: "Enter", metaKey: true }, { ...desk, isTouch: true }, "send"],
  [{ key: "Enter", shiftKey: true }, desk, null],
  [{ key: "Enter", altKey: true }, desk, null],
  [{ key: "Enter", isComposing: true }, desk, null],
  [{ key: "Enter" }, { ...desk, isTouch: true }, null],
  [{ key: "ArrowUp" }, { ...desk, text: "" }, "recall"],
  [{ key: "ArrowUp" }, desk, null],
  [{ key: "ArrowUp", altKey: true }, { ...desk, text: "" }, null],
  [{ key: "a" }, desk, null],
] as const)("%j with %j: %s", (key, field, action) => {
  expect(composerKey({ ...plain, ...key }, field)).toBe(action);
});
