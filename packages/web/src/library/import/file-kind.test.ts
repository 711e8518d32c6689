import { describe, expect, test } from "vitest";
import { fileKind } from "./file-kind.ts";
import { ImportRefusal } from "./refusal.ts";

const text = (content: string) => new TextEncoder().encode(content);
const ZIP = new Uint8Array([0x50, 0x4b, 3, 4]);
const GZIP = new Uint8Array([0x1f, 0x8b, 8, 0]);

describe("what a file is", () => {
  test.each([
    ["prompts", "list.csv", text("name,content"), "table"],
    ["prompts", "LIST.JSON", text("{}"), "array"],
    ["templates", "a.jsonl", text("{}"), "lines"],
    ["prompts", "without-ending", text(" \n[{"), "array"],
    ["templates", "backup", text('{"name":'), "lines"],
    ["skills", "skills.tar.gz", GZIP, "gzip"],
    ["skills", "no-name-of-an-archive", ZIP, "zip"],
  ] as const)("for %s, %s is known", (kind, name, head, found) => {
    expect(fileKind(kind, name, head)).toBe(found);
  });

  test.each([
    ["prompts", "empty.csv", text(""), "empty.csv is empty."],
    ["prompts", "list.xlsx", ZIP, "list.xlsx is a spreadsheet."],
    ["prompts", "a.zip", ZIP, "a.zip is an archive, and prompts do not come in archives."],
    ["skills", "a.zip", text("hello"), "a.zip is called an archive and is none."],
    ["templates", "a.csv", text("name"), "a.csv is a table, and templates do not fit into one."],
    ["prompts", "a.csv", text("%PDF-1.7"), "a.csv is a PDF."],
    ["prompts", "notes", text("hello"), "What notes holds cannot be told by its name."],
  ] as const)("for %s, %s is refused and says why", (kind, name, head, message) => {
    const read = () => fileKind(kind, name, head);
    expect(read).toThrow(ImportRefusal);
    expect(read).toThrow(message);
  });
});
