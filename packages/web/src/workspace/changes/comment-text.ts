import type { SelectedLines } from "../../ui/diff-view.tsx";
import type { PatchedFile } from "./parse-patch.ts";

/** What a comment is about: lines of one side of a file, or the file. */
export interface CommentTarget {
  readonly path: string;
  readonly side: SelectedLines["side"];
  /** The numbers of the first and the last line; null: the file. */
  readonly lines: readonly [number, number] | null;
  readonly text: string;
}

/** More lines are named, and not quoted. */
const MOST_QUOTED = 30;

export function targetOf(
  path: string,
  patched: PatchedFile | null,
  selected: SelectedLines | null,
): CommentTarget {
  const file: CommentTarget = { path, side: "after", lines: null, text: "" };
  if (patched === null || selected === null) return file;
  const { side, first, last } = selected;
  const all = patched[side].split("\n");
  const numbers = patched.lineNumbers[side].slice(0, all.length);
  const isLine = (index: number) => index >= first && index <= last && numbers[index] != null;
  const [start, end] = [
    numbers.findIndex((_, index) => isLine(index)),
    numbers.findLastIndex((_, index) => isLine(index)),
  ];
  const [from, to] = [numbers[start], numbers[end]];
  if (from == null || to == null) return file;
  const text = all.slice(start, end + 1).map((line, index) => (isLine(start + index) ? line : "⋯"));
  return { path, side, lines: [from, to], text: text.length > MOST_QUOTED ? "" : text.join("\n") };
}

/** `line 3`, `lines 3 to 5 before the change`, or `the file`. */
export function describeLines({ lines, side }: CommentTarget): string {
  if (lines === null) return "the file";
  const [from, to] = lines;
  return `${from === to ? `line ${from}` : `lines ${from} to ${to}`}${side === "before" ? " before the change" : ""}`;
}

/** Backticks that are in no text: Markdown ends code at the first run of the same length. */
function ticksFor(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(least, longest + 1));
}

/** A comment as a part of a message. */
export function commentText(target: CommentTarget, comment: string): string {
  const { path, lines, text } = target;
  const ticks = ticksFor(path, 1);
  const name = ticks.length === 1 ? `\`${path}\`` : `${ticks} ${path} ${ticks}`;
  const fence = ticksFor(text, 3);
  const quote = text === "" ? [] : [`${fence}\n${text}\n${fence}`];
  const head = lines === null ? `On ${name}:` : `On ${name}, ${describeLines(target)}:`;
  return [head, ...quote, comment].join("\n\n");
}
