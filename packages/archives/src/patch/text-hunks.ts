import { structuredPatch } from "diff";

const CONTEXT_LINES = 3;
/** A comparison that takes longer or finds more edits is given up: the hunk replaces all lines. */
const MAX_EDITS = 5_000;
const MAX_MS = 100;
/** Shorter texts are compared without a time limit, so that their hunks do not depend on how busy the machine is. */
const MAX_UNTIMED = 4_096;

export interface TextHunks {
  readonly text: string;
  readonly additions: number;
  readonly deletions: number;
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

function linesOf(text: string, sign: "+" | "-"): string[] {
  if (text === "") return [];
  const isEnded = text.endsWith("\n");
  const lines = (isEnded ? text.slice(0, -1) : text).split("\n").map((line) => sign + line);
  return isEnded ? lines : [...lines, "\\ No newline at end of file"];
}

const count = (lines: readonly string[], sign: string) =>
  lines.reduce((sum, line) => sum + (line.startsWith(sign) ? 1 : 0), 0);

/** Removes all lines and adds all lines. */
function replaced(before: string, after: string): Hunk {
  const [old, now] = [linesOf(before, "-"), linesOf(after, "+")];
  return {
    oldStart: 1,
    oldLines: count(old, "-"),
    newStart: 1,
    newLines: count(now, "+"),
    lines: [...old, ...now],
  };
}

function rangeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function textOfHunk({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  return `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@\n${lines.join("\n")}\n`;
}

/** The hunks from one text to another; none for equal texts. `maxMs` limits how long the texts are compared. */
export function textHunks(before: string, after: string, maxMs: number = MAX_MS): TextHunks {
  if (before === after) return { text: "", additions: 0, deletions: 0 };
  const isWhole = before === "" || after === "" || maxMs === 0;
  const patch = isWhole
    ? undefined
    : structuredPatch("", "", before, after, undefined, undefined, {
        context: CONTEXT_LINES,
        maxEditLength: MAX_EDITS,
        ...(before.length + after.length > MAX_UNTIMED && { timeout: Math.min(maxMs, MAX_MS) }),
      });
  const hunks: readonly Hunk[] = patch?.hunks ?? [replaced(before, after)];
  return {
    text: hunks.map(textOfHunk).join(""),
    additions: hunks.reduce((sum, { lines }) => sum + count(lines, "+"), 0),
    deletions: hunks.reduce((sum, { lines }) => sum + count(lines, "-"), 0),
  };
}
