import { cleanText } from "../runtime/text.ts";

/** The most lines of a file that the agent gets at once. */
export const MAX_LINES = 2_000;
const MAX_LINE_CHARACTERS = 2_000;
const MAX_SHOWN_CHARACTERS = 51_200;
/** The most bytes of a line that are decoded. Less is shown. */
const MAX_LINE_BYTES = 16_384;
const NEWLINE = 10;

interface LineRange {
  /** The first line, from 1. */
  readonly offset: number;
  /** The most lines. */
  readonly limit: number;
  /** Redacts the lines before they are cut, without changing their number. */
  readonly redact: (text: string) => string;
}

interface Shown {
  /** Each line after its number and a tab. */
  readonly text: string;
  /** The number of lines in `text`. */
  readonly shown: number;
  /** The number of lines in the file. */
  readonly total: number;
}

/** The lines of a text file as the agent sees them: cleaned, and without their endings. */
export function shownLines(bytes: Uint8Array, range: LineRange): Shown {
  const { lines, total } = readLines(bytes, range);
  let text = "";
  let shown = 0;
  for (const line of lines) {
    const row = `${range.offset + shown}\t${line}\n`;
    if (text.length + row.length > MAX_SHOWN_CHARACTERS && shown > 0) break;
    text += row;
    shown += 1;
  }
  return { text, shown, total };
}

/** Decodes the lines of a range, none after more characters than are shown. The other lines are only counted. */
function readLines(
  bytes: Uint8Array,
  { offset, limit, redact }: LineRange,
): { readonly lines: readonly string[]; readonly total: number } {
  const lines: string[] = [];
  /** The lines of which only the start was decoded. */
  const longer = new Set<number>();
  let before = 0;
  let start = 0;
  while (before < offset - 1 && start < bytes.length) if (bytes[start++] === NEWLINE) before += 1;
  if (start === bytes.length) return { lines: [], total: countLines(bytes) };
  let characters = 0;
  while (start < bytes.length && lines.length < limit && characters <= MAX_SHOWN_CHARACTERS) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    const line = decodeLine(bytes.subarray(start, Math.min(end, start + MAX_LINE_BYTES)), start === 0);
    if (end - start > MAX_LINE_BYTES) longer.add(lines.length);
    lines.push(line);
    characters += Math.min(line.length, MAX_LINE_CHARACTERS);
    start = end + 1;
  }
  const redacted = redact(lines.join("\n")).split("\n");
  const cut = redacted.map((line, index) => cutLine(line, longer.has(index)));
  return { lines: cut, total: before + lines.length + countLines(bytes.subarray(start)) };
}

function decodeLine(bytes: Uint8Array, isFirst: boolean): string {
  return cleanText(new TextDecoder("utf-8", { ignoreBOM: !isFirst }).decode(bytes)).replace(/\r$/, "");
}

function cutLine(line: string, isLonger: boolean): string {
  return isLonger || line.length > MAX_LINE_CHARACTERS
    ? `${line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()} [… line cut …]`
    : line;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== NEWLINE ? count + 1 : count;
}
