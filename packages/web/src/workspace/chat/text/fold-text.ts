import { countLines } from "./cut-text.ts";

export interface FoldedText {
  readonly head: string;
  readonly tail: string;
  /** Between the two; 0: the head is all of it. */
  readonly hiddenLines: number;
}

interface Room {
  /** Lines of the beginning and of the end. */
  readonly head: number;
  readonly tail: number;
  /** Of both together, at most. */
  readonly characters: number;
}

const isHalf = (code: number) => code >= 0xdc00 && code < 0xe000;

/** Where a text may be cut at or before a place, without cutting a character. */
function boundaryBefore(text: string, at: number): number {
  return isHalf(text.charCodeAt(at)) ? at - 1 : at;
}

/** Where the first `count` lines end, without the end of the last. */
function endOfLines(text: string, count: number): number {
  let at = -1;
  for (let line = 0; line < count; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return text.length;
  }
  return Math.max(0, at);
}

/** Where the last `count` lines begin; ends of lines at the end of the text are no lines. */
function startOfLines(text: string, count: number): number {
  let at = text.length;
  while (text[at - 1] === "\n") at -= 1;
  for (let line = 0; line < count; line++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

/** The beginning and the end of a text that is too long to be shown at a glance. */
export function foldText(text: string, { head, tail, characters }: Room): FoldedText {
  const headCharacters = Math.round((characters * head) / (head + tail));
  const end = boundaryBefore(text, Math.min(endOfLines(text, head), headCharacters));
  const from =
    tail === 0
      ? text.length
      : Math.max(startOfLines(text, tail), text.length - (characters - headCharacters));
  const start = isHalf(text.charCodeAt(from)) ? from + 1 : from;
  const hidden = text.slice(end, start);
  const isLong = hidden.length > characters / 4;
  const hiddenLines = countLines(hidden.replace(/^\n/, ""));
  if (start <= end || hidden.trim() === "" || (hiddenLines <= 1 && !isLong)) {
    return { head: text, tail: "", hiddenLines: 0 };
  }
  return { head: text.slice(0, end), tail: text.slice(start), hiddenLines };
}
