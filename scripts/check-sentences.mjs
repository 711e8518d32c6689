// Fails on sentences of the docs with more than 35 words, outside of code blocks and tables. Reads all pages, or the files it gets.
import { readFileSync } from "node:fs";
import { trackedFiles } from "./tracked-files.mjs";

const MOST_WORDS = 35;
const PAGES =
  /^(?:(?:README|ARCHITECTURE|CONTRIBUTING)\.md|docs\/(?!plan\.md$)(?:decisions\/)?[^/]+\.md|packages\/[^/]+\/README\.md)$/;

const FRONT_MATTER = /^---\n.*?\n---$/ms;
/** Code blocks, comments and code spans: whichever begins first contains the others. */
const CODE_OR_COMMENT = /^[ \t]*(`{3,})[^`\n]*\n.*?^[ \t]*\1`*[ \t]*$|<!--.*?-->|(`+)[^`]+\2/gms;
const LINK_TARGET = /(?<=\])\([^)]*\)/g;
const ITEM_OR_HEADING = /^\s*(?:[-*+]|\d+[.)]|#+)\s+/;
const BETWEEN_BLOCKS = /^\s*(?:\||:::|$)/;
const BETWEEN_SENTENCES = /(?<=[.!?]["”*)\]]*)(\s+)/;
const WORD = /[\p{L}\p{N}`]/u;

/** The line breaks of a text. They replace what is removed, so that the numbers of later lines stay right. */
const breaksOf = (text) => text.replaceAll(/[^\n]/g, "");

/** A page without what has no sentences. A code span has no spaces, and a link is its text. */
function proseOf(page) {
  return page
    .replace(FRONT_MATTER, (found, offset) => (offset === 0 ? breaksOf(found) : found))
    .replaceAll(CODE_OR_COMMENT, (found, _fence, ticks) =>
      ticks === undefined ? breaksOf(found) : found.replaceAll(/\s+/g, "␣") + breaksOf(found),
    )
    .replaceAll(LINK_TARGET, "");
}

/** The paragraphs, headings and list items, each with its first line. */
function blocksOf(prose) {
  const blocks = [];
  let block;
  for (const [index, line] of prose.split("\n").entries())
    if (BETWEEN_BLOCKS.test(line)) block = undefined;
    else if (block === undefined || ITEM_OR_HEADING.test(line)) {
      block = { line: index + 1, text: line.replace(ITEM_OR_HEADING, "") };
      blocks.push(block);
    } else block.text += `\n${line}`;
  return blocks;
}

function longSentences(page) {
  const found = [];
  for (const block of blocksOf(proseOf(page))) {
    let { line } = block;
    for (const sentence of block.text.split(BETWEEN_SENTENCES)) {
      const words = sentence.split(/\s+/).filter((word) => WORD.test(word));
      if (words.length > MOST_WORDS) found.push({ line, words });
      line += breaksOf(sentence).length;
    }
  }
  return found;
}

const named = process.argv.slice(2);
const files = named.length > 0 ? named : trackedFiles().filter((file) => PAGES.test(file));

let found = 0;
for (const file of files)
  for (const { line, words } of longSentences(readFileSync(file, "utf8"))) {
    console.error(`${file}:${line}: ${words.length} words: "${words.slice(0, 8).join(" ")} …"`);
    found += 1;
  }
if (found > 0) {
  console.error(`Split each of these ${found} sentences: a sentence has at most ${MOST_WORDS} words.`);
  process.exitCode = 1;
}
