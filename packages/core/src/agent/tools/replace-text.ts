import { findExact, findLines, type FindOptions, type Span } from "./find-spans.ts";
import { plainForm } from "./look-alikes.ts";
import { NormalText } from "./normal-text.ts";
import { replacementAt } from "./replacement.ts";

/** The most line numbers that are listed. */
const MAX_LISTED = 20;

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
      /** The distinct lines on which the matches started, from 1. */
      readonly lines: readonly number[];
    }
  | { readonly ok: false; readonly reason: string };

const refused = (reason: string): Replaced => ({ ok: false, reason });

const normal = (text: string) => text.replace(/\r\n?/g, "\n");

/** A list of line numbers for the model. */
export function listLines(lines: readonly number[]): string {
  const told = lines.slice(0, MAX_LISTED).join(", ");
  return lines.length > MAX_LISTED ? `${told} and more` : told;
}

/** A longer line is not shown. */
const MAX_NEAREST = 200;

function nearest(file: NormalText, wanted: string): string {
  const first = wanted
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.trim();
  if (first === undefined) return "";
  const lines = file.text.split("\n");
  const found = lines.findIndex(
    (line) => line.trim() === first || (first.length > 8 && line.includes(first)),
  );
  if (found < 0) return "";
  const line = lines[found] ?? "";
  // The line is never cut, because a part of a secret would not be recognized.
  return ` The nearest match is line ${found + 1}${line.length <= MAX_NEAREST ? `: ${line}` : "."}`;
}

/** The matches of a piece: exact ones, else the closest kind that differs only in invisible ways. */
function find(file: NormalText, wanted: string, options: FindOptions): readonly Span[] {
  const exact = findExact(file.text, wanted, options);
  if (exact.length > 0) return exact;
  const lines = findLines(file, file.text, wanted, options);
  if (lines.length > 0) return lines;
  const plain = plainForm(file.text);
  const plainWanted = plainForm(wanted);
  if (plain === file.text && plainWanted === wanted) return [];
  const alike = findExact(plain, plainWanted, options);
  return alike.length > 0 ? alike : findLines(file, plain, plainWanted, options);
}

/**
 * Replaces a piece of a text. It is matched exactly except for line endings and a byte order mark; else by complete lines, ignoring space
 * at their ends; else with look-alikes of quotes, dashes and spaces as plain characters. Characters outside of the match stay unchanged, and
 * so do lines inside that the new text repeats. New lines get the file's line endings. Similar text never matches.
 */
export function replaceText(text: string, { oldText, newText, replaceAll }: Replacement): Replaced {
  if (oldText.trim() === "") return refused("old_text is only white space. Include the text around it.");
  const file = new NormalText(text);
  const hasMark = oldText.startsWith("\ufeff");
  const wanted = normal(hasMark ? oldText.slice(1) : oldText);
  const wantedNew = normal(hasMark && newText.startsWith("\ufeff") ? newText.slice(1) : newText);
  const spans = find(file, wanted, {
    overlapping: !replaceAll,
    limit: replaceAll ? Infinity : MAX_LISTED + 1,
  });
  if (spans.length === 0) return refused(`old_text does not occur.${nearest(file, wanted)}`);
  const lines = [...new Set(spans.map(({ start }) => file.lineAt(start) + 1))];
  if (spans.length > 1 && !replaceAll) {
    const count = spans.length > MAX_LISTED ? `more than ${MAX_LISTED}` : spans.length;
    return refused(
      `old_text occurs ${count} times, at lines ${listLines(lines)}. Give more lines around it, or replace_all.`,
    );
  }
  const replacement = replacementAt(file, wanted, wantedNew);
  const parts: string[] = [];
  let position = 0;
  for (const span of spans) {
    parts.push(text.slice(position, file.originalOffset(span.start)), replacement(span));
    position = file.originalOffset(span.end);
  }
  const edited = parts.join("") + text.slice(position);
  if (edited === text) return refused("old_text and new_text are the same: nothing would change.");
  return { ok: true, text: edited, count: spans.length, lines };
}
