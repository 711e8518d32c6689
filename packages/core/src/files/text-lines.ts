import { cleanText } from "../runtime/text.ts";

const NEWLINE = 10;
/** The most bytes of a line that are decoded. Less is shown. */
const MAX_LINE_BYTES = 16_384;

/** A range of a file's lines. */
interface TextLines {
  /** Cleaned and cut, without line endings. */
  readonly lines: readonly string[];
  /** The number of lines in the file. */
  readonly total: number;
}

interface LineRange {
  /** The first line, from 1. */
  readonly offset: number;
  /** The most lines. */
  readonly limit: number;
  readonly maxLineCharacters: number;
  /** No line is added after this many characters. */
  readonly maxCharacters: number;
  /** Redacts the lines before they are cut, without changing their number. */
  readonly redact: (text: string) => string;
}

/** Decodes the lines of a range. The other lines are only counted. */
export function textLines(bytes: Uint8Array, range: LineRange): TextLines {
  const lines: string[] = [];
  /** The lines of which only the start was decoded. */
  const longer = new Set<number>();
  let before = 0;
  let start = 0;
  while (before < range.offset - 1 && start < bytes.length) if (bytes[start++] === NEWLINE) before += 1;
  if (start === bytes.length) return { lines: [], total: countLines(bytes) };
  let characters = 0;
  while (start < bytes.length && lines.length < range.limit && characters <= range.maxCharacters) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    const line = decodeLine(bytes.subarray(start, Math.min(end, start + MAX_LINE_BYTES)), start === 0);
    if (end - start > MAX_LINE_BYTES) longer.add(lines.length);
    lines.push(line);
    characters += Math.min(line.length, range.maxLineCharacters);
    start = end + 1;
  }
  const shown = range
    .redact(lines.join("\n"))
    .split("\n")
    .map((line, index) => cutLine(line, range.maxLineCharacters, longer.has(index)));
  return { lines: shown, total: before + lines.length + countLines(bytes.subarray(start)) };
}

function decodeLine(bytes: Uint8Array, isFirst: boolean): string {
  return cleanText(new TextDecoder("utf-8", { ignoreBOM: !isFirst }).decode(bytes)).replace(/\r$/, "");
}

function cutLine(line: string, maxCharacters: number, isLonger: boolean): string {
  return isLonger || line.length > maxCharacters
    ? `${line.slice(0, maxCharacters).toWellFormed()} [… line cut …]`
    : line;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== NEWLINE ? count + 1 : count;
}
