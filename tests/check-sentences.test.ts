import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "..", "scripts", "check-sentences.mjs");

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

/** The exit code of the check of a page, and the line and the number of words of each sentence that it finds. */
function check(...lines: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), "check-sentences-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const page = join(dir, "page.md");
  writeFileSync(page, `${lines.join("\n")}\n`);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, page], { encoding: "utf8" });
  const found = stderr.replaceAll(`${page}:`, "").match(/^\d+: \d+ words/gm) ?? [];
  return { status, found };
}

const passes = { status: 0, found: [] };

test("a sentence of 35 words passes, and one of 36 fails", () => {
  expect(check(`${words(35)}.`)).toEqual(passes);
  expect(check(`${words(36)}.`)).toEqual({ status: 1, found: ["1: 36 words"] });
});

test("sentences end at a full stop, a question mark, an exclamation mark and the end of a block", () => {
  const half = words(20);
  expect(check(`${half}. ${half}? ${half}! **${half}.** (${half}.) ${half}`, "", half)).toEqual(passes);
  expect(check(`- ${half}`, `- ${half}`, `  1. ${half}`, "", `## ${half}`, "", half)).toEqual(passes);
  expect(check(`${half} 1.5 a.b ${half}`).found).toEqual(["1: 42 words"]);
});

test("a sentence continues on the next line, and is named by its first", () => {
  expect(check("Short.", "", `- Short. ${words(20)}`, `  ${words(20)}. Short.`).found).toEqual([
    "3: 40 words",
  ]);
});

test("code blocks, tables, comments and front matter have no sentences", () => {
  const long = words(40);
  const page = [
    ...["---", `text: ${long}`, "---", ""],
    ...[`<!-- ${long}`, long, "-->", ""],
    ...["````md", "```sh", long, "```", long, "````", ""],
    ...["- Item:", "", "  ```sh", `  ${long}`, "  ```", ""],
    ...["| a |", "| - |", `| ${long} |`, ""],
  ];
  expect(check(...page)).toEqual(passes);
  expect(check(...page, `${long}.`).found).toEqual([`${page.length + 1}: 40 words`]);
});

test("a code span is one word, and a link is its text", () => {
  expect(check(`${words(33)} \`pnpm check <!-- all. of it\` [here](a.md#b "${words(5)}").`)).toEqual(passes);
  expect(check(`${words(33)} \`*\` [over here](a.md).`).found).toEqual(["1: 36 words"]);
});
