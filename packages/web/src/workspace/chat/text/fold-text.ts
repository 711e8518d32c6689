interface FoldedText {
  readonly head: string;
  readonly tail: string;
  /** The lines between head and tail; 0 if the head is the full text. */
  readonly hiddenLines: number;
}

interface FoldOptions {
  /** The number of lines at the start and the end. */
  readonly head: number;
  readonly tail: number;
  /** The maximum for both together. */
  readonly characters: number;
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code < 0xe000;

/** The last position at or before `at` that does not split a character. */
function boundaryBefore(text: string, at: number): number {
  return isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at;
}

/** The end of the first `count` lines, before the line end of the last one. */
function endOfLines(text: string, count: number): number {
  let at = -1;
  for (let line = 0; line < count; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return text.length;
  }
  return Math.max(0, at);
}

/** The start of the last `count` lines, ignoring line ends at the end of the text. */
function startOfLines(text: string, count: number): number {
  let at = text.length;
  while (text[at - 1] === "\n") at -= 1;
  for (let line = 0; line < count; line++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

export function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** The start and the end of a long text. */
export function foldText(text: string, { head, tail, characters }: FoldOptions): FoldedText {
  const headCharacters = Math.round((characters * head) / (head + tail));
  const end = boundaryBefore(text, Math.min(endOfLines(text, head), headCharacters));
  const from =
    tail === 0
      ? text.length
      : Math.max(startOfLines(text, tail), text.length - (characters - headCharacters));
  const start = isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from;
  const hidden = text.slice(end, start);
  const isLong = hidden.length > characters / 4;
  const hiddenLines = countLines(hidden.replace(/^\n/, ""));
  if (start <= end || hidden.trim() === "" || (hiddenLines <= 1 && !isLong)) {
    return { head: text, tail: "", hiddenLines: 0 };
  }
  return { head: text.slice(0, end), tail: text.slice(start), hiddenLines };
}
