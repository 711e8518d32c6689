import { execFileSync, spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileOf, newFolder } from "./new-folder.test-support.ts";

const SCRIPT = join(import.meta.dirname, "..", "scripts", "check-sentences.mjs");

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

/** The exit code of the check of a page, and the line and the number of words of each sentence that it finds. */
async function check(...lines: readonly string[]) {
  const page = await fileOf(`${lines.join("\n")}\n`);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, page], { encoding: "utf8" });
  const found = stderr.replaceAll(`${page}:`, "").match(/^\d+: \d+ words/gm) ?? [];
  return { status, found };
}

const passes = { status: 0, found: [] };

test("a sentence of 35 words passes, and one of 36 fails", async () => {
  expect(await check(`${words(35)}.`)).toEqual(passes);
  expect(await check(`${words(36)}.`)).toEqual({ status: 1, found: ["1: 36 words"] });
});

test("sentences end at a full stop, a question mark, an exclamation mark and the end of a block", async () => {
  const half = words(20);
  expect(await check(`${half}. ${half}? ${half}! **${half}.** (${half}.) ${half}`, "", half)).toEqual(passes);
  expect(await check(`- ${half}`, `- ${half}`, `  1. ${half}`, "", `## ${half}`, "", half)).toEqual(passes);
  expect((await check(`${half} 1.5 a.b ${half}`)).found).toEqual(["1: 42 words"]);
});

test("a sentence continues on the next line, and is named by its first", async () => {
  expect((await check("Short.", "", `- Short. ${words(20)}`, `  ${words(20)}. Short.`)).found).toEqual([
    "3: 40 words",
  ]);
});

test("code blocks, tables, comments and front matter have no sentences", async () => {
  const long = words(40);
  const page = [
    ...["---", `text: ${long}`, "---", ""],
    ...[`<!-- ${long}`, long, "-->", ""],
    ...["````md", "```sh", long, "```", long, "````", ""],
    ...["- Item:", "", "  ```sh", `  ${long}`, "  ```", ""],
    ...["| a |", "| - |", `| ${long} |`, ""],
  ];
  expect(await check(...page)).toEqual(passes);
  expect((await check(...page, `${long}.`)).found).toEqual([`${page.length + 1}: 40 words`]);
});

test("a code span is one word, and a link is its text", async () => {
  expect(await check(`${words(33)} \`pnpm check <!-- all. of it\` [here](a.md#b "${words(5)}").`)).toEqual(
    passes,
  );
  expect((await check(`${words(33)} \`*\` [over here](a.md).`)).found).toEqual(["1: 36 words"]);
});

test("a page that is deleted, and not in a commit yet, is not read", async () => {
  const cwd = await newFolder();
  const page = join(cwd, "README.md");
  await writeFile(page, "Short.\n");
  execFileSync("git", ["init", "--quiet"], { cwd });
  execFileSync("git", ["add", "README.md"], { cwd });
  await rm(page);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
