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

interface NewLine {
  readonly text: string;
  /** The line of the span that it is, from 0; -1: it is new. */
  readonly own: number;
  /** The line of the span whose end it takes; -1: none is before it. */
  readonly endsAs: number;
}

/** A new line ends as the one whose place it takes, and one too many as the one before it. */
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
 * What takes the place of a span that matches `wanted`, for each span of a file. Lines that `wantedNew` has from `wanted` are the
 * file's, to the byte; the others end as the file's lines in their place do.
 */
export function replacementAt(file: NormalText, wanted: string, wantedNew: string): (span: Span) => string {
  if (!wanted.includes("\n") && !wantedNew.includes("\n")) return () => wantedNew;
  // All of it then ends as that line does: nothing has to be looked up for each of many places.
  const isOfOneLine = !wanted.slice(0, -1).includes("\n");
  const whole = planOf(wanted, wantedNew);
  const withoutEnd = planOf(wanted.replace(/\n$/, ""), wantedNew.replace(/\n$/, ""));
  return (span) => {
    // Without a line end in the file, after its last line, the new text brings none either.
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
