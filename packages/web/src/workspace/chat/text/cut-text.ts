export interface CutText {
  readonly shown: string;
  /** What is not shown of it. */
  readonly hiddenLines: number;
  readonly hiddenCharacters: number;
}

/** Where the first `count` lines of a text end. */
function endOfLines(text: string, count: number): number {
  let at = -1;
  for (let line = 0; line < count; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return text.length;
  }
  return at;
}

export function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** The beginning of a text: at most so many lines and characters, no character cut in two. */
export function cutText(text: string, maxLines: number, maxCharacters: number): CutText {
  let end = Math.min(endOfLines(text, maxLines), maxCharacters);
  if (end >= text.length || text.slice(end).trim() === "") {
    return { shown: text, hiddenLines: 0, hiddenCharacters: 0 };
  }
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last < 0xdc00) end -= 1;
  return {
    shown: text.slice(0, end),
    hiddenLines: countLines(text.slice(end).replace(/^\n/, "")),
    hiddenCharacters: text.length - end,
  };
}
