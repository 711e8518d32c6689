import { expect, test } from "vitest";
import { previewKindOf } from "./kind.ts";

test.for([
  ["README.md", "markdown"],
  ["docs/a.b/TABLE.CSV", "table"],
  ["logo.svg", "picture"],
  ["md", null],
  ["src/md/main.ts", null],
  ["constructor", null],
  ["a.constructor", null],
] as const)("%s is shown as %s", ([path, kind]) => {
  expect(previewKindOf(path)).toBe(kind);
});
