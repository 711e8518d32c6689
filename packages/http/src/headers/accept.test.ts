import { expect, test } from "vitest";
import { namesType, negotiate, prefers } from "./accept.ts";

test("a type is named by itself, whatever its case and parameters, but not by a wildcard", () => {
  expect(namesType("text/html, application/JSON;q=0.9", "application/json")).toBe(true);
  expect(namesType("*/*", "application/json")).toBe(false);
  expect(namesType("application/json;q=0", "application/json")).toBe(false);
  expect(namesType("application/json-seq", "application/json")).toBe(false);
  expect(namesType(null, "application/json")).toBe(false);
});

test.each([
  ["application/x-ndjson", true],
  ["application/x-ndjson, */*;q=0.5", true],
  ["application/json;q=0.9, application/x-ndjson", true],
  ["application/json, application/x-ndjson;q=0.9", false],
  ["application/json, application/x-ndjson", false],
  ["application/*", false],
  ["text/html", false],
  [null, false],
])("that lines are wanted more than JSON is, by %j, %s", (accept, isPreferred) => {
  expect(prefers(accept, "application/x-ndjson", "application/json")).toBe(isPreferred);
});

const OFFERED = ["application/json", "text/markdown", "application/x-ndjson"] as const;

test.each([
  [null, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["text/markdown", "text/markdown"],
  ["TEXT/Markdown; charset=utf-8", "text/markdown"],
  ["text/*", "text/markdown"],
  ["application/*", "application/json"],
  ["application/x-ndjson, application/json", "application/json"],
  ["application/json;q=0.5, application/x-ndjson;q=0.6", "application/x-ndjson"],
  ["application/json; q=0.1, */*", "text/markdown"],
  ["text/markdown, */*", "text/markdown"],
  ["*/*, application/json;q=0", "text/markdown"],
  ["text/html, application/xhtml+xml, */*;q=0.8", "application/json"],
  ["application/json;q=2, text/markdown;q=0.001", "text/markdown"],
  [",, text/markdown ,", "text/markdown"],
])("of what is offered, %j wants %s", (accept, type) => {
  expect(negotiate(accept, OFFERED)).toBe(type);
});

test.each(["text/html", "*/*;q=0", "image/*", "text/markdown;q=0.0", "application/json;q=x", "json"])(
  "nothing of what is offered is %j",
  (accept) => {
    expect(() => negotiate(accept, OFFERED)).toThrow("not_acceptable");
  },
);
