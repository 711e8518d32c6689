import { findExact, findLines } from "./find-spans.ts";
import { NormalText } from "./normal-text.ts";

/** How many places are told. */
const MAX_TOLD = 20;

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
      /** The lines where they began, from 1, each once. */
      readonly lines: readonly number[];
    }
  | { readonly ok: false; readonly reason: string };

const refused = (reason: string): Replaced => ({ ok: false, reason });

const normal = (text: string) => text.replace(/\r\n?/g, "\n");

/** Line numbers, each once, as many as are told. */
export function tellLines(lines: readonly number[]): string {
  const told = lines.slice(0, MAX_TOLD).join(", ");
  return lines.length > MAX_TOLD ? `${told} and more` : told;
}

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
  return found < 0 ? "" : ` The nearest place is line ${found + 1}: ${lines[found]?.slice(0, 200) ?? ""}`;
}

/**
 * Replaces a piece of a text: matched exactly but for line endings and a byte order mark, else by whole lines without regard
 * to the space at their ends. Characters outside of the match stay as they are; inside it the file's own
 * line endings are used. Never a guess by likeness.
 */
export function replaceText(text: string, { oldText, newText, replaceAll }: Replacement): Replaced {
  if (oldText.trim() === "") return refused("old_text is only white space. Give the text around it too.");
  const file = new NormalText(text);
  const hasMark = oldText.startsWith("\ufeff");
  const wanted = normal(hasMark ? oldText.slice(1) : oldText);
  const wantedNew = normal(hasMark && newText.startsWith("\ufeff") ? newText.slice(1) : newText);
  const options = { overlapping: !replaceAll, limit: replaceAll ? Infinity : MAX_TOLD + 1 };
  const exact = findExact(file, wanted, options);
  const spans = exact.length > 0 ? exact : findLines(file, wanted, options);
  if (spans.length === 0) return refused(`old_text does not occur.${nearest(file, wanted)}`);
  const lines = [...new Set(spans.map(({ start }) => file.lineAt(start) + 1))];
  if (spans.length > 1 && !replaceAll) {
    const count = spans.length > MAX_TOLD ? `more than ${MAX_TOLD}` : spans.length;
    return refused(
      `old_text occurs ${count} times, at lines ${tellLines(lines)}. Give more lines around it, or replace_all.`,
    );
  }
  const parts: string[] = [];
  let position = 0;
  for (const { start, end } of spans) {
    // Without a line end in the file, after its last line, the new text brings none either.
    const hasEnd = !wanted.endsWith("\n") || file.text[end - 1] === "\n";
    const piece = hasEnd ? wantedNew : wantedNew.replace(/\n$/, "");
    parts.push(
      text.slice(position, file.originalOffset(start)),
      piece.includes("\n") ? piece.replaceAll("\n", file.endingAt(start)) : piece,
    );
    position = file.originalOffset(end);
  }
  const edited = parts.join("") + text.slice(position);
  if (edited === text) return refused("old_text and new_text are the same: nothing would change.");
  return { ok: true, text: edited, count: spans.length, lines };
}
