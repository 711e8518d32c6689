import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

const kinds = async (code: string, language: string) =>
  (await highlight(code, language))?.flatMap(({ text, kind }) => (kind === null ? [] : [`${kind} ${text}`]));

test("code is split into tokens, and no character is lost", async () => {
  const code = 'const n = 1; // one\n\nsay("hello");\n';
  const tokens = await highlight(code, "ts");
  expect(tokens?.map(({ text }) => text).join("")).toBe(code);
  expect(await kinds(code, "ts")).toEqual([
    "keyword const",
    "name n",
    "number 1",
    "comment // one",
    "name say",
    'string "hello"',
  ]);
});

test("a language is found by an alias or the name of a file", async () => {
  expect(await kinds("echo 'a'", "sh")).toContain("string 'a'");
  expect(await kinds("<b>", "file:site/index.html")).toContain("type b");
  expect(await kinds("{}", "no such language")).toBeUndefined();
});
