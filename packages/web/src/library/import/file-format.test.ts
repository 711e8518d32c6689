import { expect, test } from "vitest";
import { fileFormat } from "./file-format.ts";
import { ImportRefusal } from "./refusal.ts";

const text = (content: string) => new TextEncoder().encode(content);
const ZIP = new Uint8Array([0x50, 0x4b, 3, 4]);
const GZIP = new Uint8Array([0x1f, 0x8b, 8, 0]);

test.each([
  ["prompts", "list.csv", text("name,content"), "table"],
  ["prompts", "LIST.JSON", text("{}"), "array"],
  ["templates", "a.jsonl", text("{}"), "lines"],
  ["prompts", "without-extension", text(" \n[{"), "array"],
  ["templates", "backup", text('{"name":'), "lines"],
  ["skills", "skills.tar.gz", GZIP, "gzip"],
  ["skills", "archive", ZIP, "zip"],
] as const)("for %s, the format of %s is detected", (kind, name, head, format) => {
  expect(fileFormat(kind, name, head)).toBe(format);
});

test.each([
  ["prompts", "empty.csv", text(""), "empty.csv is empty."],
  ["prompts", "list.xlsx", ZIP, "list.xlsx is a spreadsheet."],
  ["prompts", "a.zip", ZIP, "a.zip cannot be imported into prompts."],
  ["skills", "a.zip", text("hello"), "a.zip cannot be imported into skills."],
  ["templates", "a.csv", text("name"), "a.csv cannot be imported into templates."],
] as const)("for %s, %s is refused", (kind, name, head, message) => {
  const read = () => fileFormat(kind, name, head);
  expect(read).toThrow(ImportRefusal);
  expect(read).toThrow(message);
});
