import type { Span } from "./find-spans.ts";
import { keptLines } from "./kept-lines.ts";
import type { NormalText } from "./normal-text.ts";

interface Line {
  /** As in the file, without its line ending. */
  readonly text: string;
  /** As in the file. Empty for the last line of a span. */
  readonly ending: string;
}

/** The lines of a span in the file. */
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

interface NewLine {
  readonly text: string;
  /** The index of the unchanged line in the span, or -1 if the line is new. */
  readonly own: number;
  /** The index of the line in the span whose line ending it gets, or -1. */
  readonly endsAs: number;
}

/** A new line gets the ending of the line that it replaces. An additional line gets the ending of the line before it. */
function planOf(wanted: string, wantedNew: string): NewLine[] {
  const before = wanted.split("\n");
  const after = wantedNew.split("\n");
  const kept = keptLines(before, after);
  const taken = new Set(kept);
  let last = -1;
  return after.map((text, index) => {
    const own = kept[index] ?? -1;
    if (own >= 0) last = own;
    else if (last + 1 < before.length && !taken.has(last + 1)) last += 1;
    return { text, own, endsAs: last };
  });
}

/**
 * Returns what makes the replacement of a span that matches `wanted`. Lines of `wanted` that `wantedNew` repeats keep the file's bytes; the
 * others get the endings of the lines that they replace.
 */
export function replacementAt(file: NormalText, wanted: string, wantedNew: string): (span: Span) => string {
  if (!wanted.includes("\n") && !wantedNew.includes("\n")) return () => wantedNew;
  // Then all lines get the ending of that line, without a lookup for each of many matches.
  const isOfOneLine = !wanted.slice(0, -1).includes("\n");
  const whole = planOf(wanted, wantedNew);
  const withoutEnd = planOf(wanted.replace(/\n$/, ""), wantedNew.replace(/\n$/, ""));
  return (span) => {
    // If the file's last line has no line ending, the new text gets none either.
    const hasEnd = !wanted.endsWith("\n") || file.text[span.end - 1] === "\n";
    const plan = hasEnd ? whole : withoutEnd;
    const usual = file.endingAt(span.start);
    if (isOfOneLine && plan.every(({ text, own }) => own < 0 || text === ""))
      return plan.length === 1 ? (plan[0]?.text ?? "") : plan.map(({ text }) => text).join(usual);
    const old = linesOf(file, span);
    const rows = plan.map(({ text, own, endsAs }, index) => {
      const ending = index === plan.length - 1 ? "" : old[endsAs]?.ending || usual;
      return (old[own]?.text ?? text) + ending;
    });
    return rows.join("");
  };
}
