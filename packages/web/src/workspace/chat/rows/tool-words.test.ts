import { expect, test } from "vitest";
import { fileOfCall, fileTarget } from "./file-target.ts";
import { toolName } from "./tool-names.ts";

test.each([
  ["bash", "Run command"],
  ["mcp__issues__search_all", "issues: search_all"],
  ["lookup_order", "lookup_order"],
  ["constructor", "constructor"],
])("the tool %s is called %s", (name, words) => {
  expect(toolName(name)).toBe(words);
});

test.each([
  ["site/index.html", { path: "site/index.html" }],
  ["./site//./index.html", { path: "site/index.html" }],
  ["/workspace/a b.md", { path: "a b.md" }],
  ["/mnt/afs/shared.csv", { volume: "shared", path: "shared.csv" }],
  ["/etc/passwd", null],
  ["/workspace/", null],
  ["../secret", null],
  ["a\0b", null],
])("the path %j is the file %j", (path, target) => {
  expect(fileTarget(path)).toEqual(target);
});

test("only calls that read or write a file have one", () => {
  expect(fileOfCall("edit", "a.md")).toEqual({ path: "a.md" });
  expect(fileOfCall("grep", "src")).toBeNull();
  expect(fileOfCall("write", null)).toBeNull();
});
