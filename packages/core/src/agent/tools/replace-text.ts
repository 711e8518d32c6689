export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export type Replaced =
  | {
      readonly ok: true;
      readonly text: string;
      readonly count: number;
      /** The lines where they began, from 1. */ readonly lines: readonly number[];
    }
  | { readonly ok: false; readonly reason: string };

interface Line {
  /** Without its ending. */
  readonly text: string;
  readonly start: number;
  /** After its text, before its ending. */
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The lines of a text with their places in it, whatever their endings. */
function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  const ending = /\r\n|\n|\r/g;
  let start = 0;
  for (let match = ending.exec(text); match !== null; match = ending.exec(text)) {
    lines.push({ text: text.slice(start, match.index), start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ text: text.slice(start), start, end: text.length });
  return lines;
}

function lineNumberAt(lines: readonly Line[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function findExact(text: string, wanted: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    spans.push({ start: at, end: at + wanted.length });
  return spans;
}

/** Whole lines that are equal but for their endings and, with `trim`, the space at their ends. */
function findByLine(lines: readonly Line[], wanted: readonly string[], trim: boolean): Span[] {
  const normal = (text: string) => (trim ? text.trimEnd() : text);
  const pattern = wanted.map(normal);
  const spans: Span[] = [];
  for (let index = 0; index + pattern.length <= lines.length;) {
    const isMatch = pattern.every((text, offset) => normal(lines[index + offset]?.text ?? "\0") === text);
    const first = lines[index];
    const last = lines[index + pattern.length - 1];
    if (isMatch && first !== undefined && last !== undefined) {
      spans.push({ start: first.start, end: last.end });
      index += pattern.length;
    } else index += 1;
  }
  return spans;
}

/** The line ending that the text around a span uses. */
function endingAt(text: string, span: Span): string {
  const before = /\r\n|\n|\r/.exec(text.slice(span.start)) ?? /\r\n|\n|\r/.exec(text);
  return before?.[0] ?? "\n";
}

function nearest(lines: readonly Line[], wanted: readonly string[]): string {
  const first = wanted.find((line) => line.trim() !== "")?.trim();
  if (first === undefined) return "";
  const found = lines.findIndex(
    (line) => line.text.trim() === first || (first.length > 8 && line.text.includes(first)),
  );
  return found < 0
    ? ""
    : ` The nearest place is line ${found + 1}: ${lines[found]?.text.slice(0, 200) ?? ""}`;
}

/**
 * Replaces a piece of a text: matched exactly, else by whole lines without regard to their endings, else also
 * without regard to the space at their ends. Bytes outside of the match stay as they are; inside it the
 * file's own line endings are used. Never a guess by likeness.
 */
export function replaceText(text: string, { oldText, newText, replaceAll }: Replacement): Replaced {
  const lines = splitLines(text);
  const wanted = splitLines(oldText).map((line) => line.text);
  const endsWithNewline = wanted.length > 1 && wanted.at(-1) === "";
  const byLine = endsWithNewline ? wanted.slice(0, -1) : wanted;
  let spans = findExact(text, oldText);
  const isExact = spans.length > 0;
  if (!isExact) spans = findByLine(lines, byLine, false);
  if (spans.length === 0) spans = findByLine(lines, byLine, true);
  if (spans.length === 0) return { ok: false, reason: `old_text does not occur.${nearest(lines, wanted)}` };
  const numbers = spans.map((span) => lineNumberAt(lines, span.start));
  if (spans.length > 1 && !replaceAll) {
    return {
      ok: false,
      reason: `old_text occurs ${spans.length} times, at lines ${numbers.join(", ")}. Give more lines around it, or replace_all.`,
    };
  }
  // A match by line leaves the last line's ending in the file, so the new text must not bring its own.
  const replacement = !isExact && endsWithNewline ? newText.replace(/(?:\r\n|\n|\r)$/, "") : newText;
  let edited = "";
  let position = 0;
  for (const span of spans) {
    edited += text.slice(position, span.start) + replacement.replace(/\r\n|\n|\r/g, endingAt(text, span));
    position = span.end;
  }
  edited += text.slice(position);
  if (edited === text)
    return { ok: false, reason: "old_text and new_text are the same: nothing would change." };
  return { ok: true, text: edited, count: spans.length, lines: numbers };
}
