import type { Span } from "./find-spans.ts";
import { keptLines } from "./kept-lines.ts";
import type { NormalText } from "./normal-text.ts";

interface Line {
  /** The characters of the file, its end left out. */
  readonly text: string;
  /** How the file ends it; empty for the last of a span. */
  readonly ending: string;
}

/** The lines of a span as they are in the file. */
function linesOf(file: NormalText, { start, end }: Span): Line[] {
  const lines: Line[] = [];
  const original = (from: number, to: number) =>
    file.original.slice(file.originalOffset(from), file.originalOffset(to));
  let at = start;
  for (const line of file.text.slice(start, end).split("\n")) {
    const newline = at + line.length;
    lines.push({
      text: original(at, newline),
      ending: newline < end ? original(newline, newline + 1) : "",
    });
    at = newline + 1;
  }
  return lines;
}

/**
 * What takes the place of a span that matches `wanted`, for each span of a file. Lines that `wantedNew` has from `wanted` are the
 * file's, to the byte; the others are given the file's line ending.
 */
export function replacementAt(file: NormalText, wanted: string, wantedNew: string): (span: Span) => string {
  const isOneLine = !wanted.includes("\n") && !wantedNew.includes("\n");
  if (isOneLine) return () => wantedNew;
  const compare = (before: string, after: string) => {
    const lines = after.split("\n");
    return { lines, kept: keptLines(before.split("\n"), lines) };
  };
  const whole = compare(wanted, wantedNew);
  const withoutEnd = compare(wanted.replace(/\n$/, ""), wantedNew.replace(/\n$/, ""));
  return (span) => {
    // Without a line end in the file, after its last line, the new text brings none either.
    const hasEnd = !wanted.endsWith("\n") || file.text[span.end - 1] === "\n";
    const { lines, kept } = hasEnd ? whole : withoutEnd;
    const old = linesOf(file, span);
    const usual = file.endingAt(span.start);
    return lines
      .map((line, index) => {
        const own = old[kept[index] ?? -1];
        const ending = index === lines.length - 1 ? "" : own?.ending || usual;
        return (own?.text ?? line) + ending;
      })
      .join("");
  };
}
