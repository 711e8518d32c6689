import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

interface Block {
  readonly where: string;
  readonly language: string;
  readonly code: string;
}

const blocks: readonly Block[] = globSync(["README.md", "docs/*.md", "packages/*/README.md"], { cwd: ROOT })
  .sort()
  .flatMap((page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    return [...text.matchAll(/^(`{3,})(\w*)\n([^]*?)^\1$/gm)].map(
      ([, , language = "", code = ""], index) => ({ where: `${page}, block ${index + 1}`, language, code }),
    );
  });

const of = (language: string) => blocks.filter((block) => block.language === language);

test("the languages of blocks are those that are checked, here or by tests of the page", () => {
  // TypeScript is compiled by `check:types`.
  // `ini` is a file of the repository: page-files.test.ts compares them.
  const checked = ["", "text", "ini", "ts", "js", "jsonc", "sh", "json", "yaml", "sql"];
  expect(blocks.filter(({ language }) => !checked.includes(language))).toEqual([]);
  expect(of("sh").length).toBeGreaterThan(90);
});

test.each(of("sh"))("$where: bash accepts the commands", ({ code }) => {
  execFileSync("bash", ["-n"], { input: code, stdio: ["pipe", "pipe", "pipe"] });
});

test.each(of("js"))("$where is a module of JavaScript", ({ code }) => {
  expect(() => stripTypeScriptTypes(code)).not.toThrow();
});

test.each(of("json"))("$where is JSON", ({ code }) => {
  expect(() => JSON.parse(code) as unknown).not.toThrow();
});
