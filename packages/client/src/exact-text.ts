/** A piece of a text as it is shown; `isMark`: it names characters that would not show, or would change how others do. */
export interface ExactPiece {
  readonly text: string;
  readonly isMark: boolean;
}

/** Runs of blanks, of line ends, of combining marks, and of what does not show. Each is looked at once. */
const RUNS = /[ \t]+|\n+|\p{M}+|(?:(?![ \t\n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u27e6])+/gu;

/** Longer runs of blanks push what follows out of sight. */
const MAX_BLANKS = 40;
const MAX_LINE_ENDS = 3;
/** More of them cover what stands around. */
const MAX_COMBINING = 4;

/** Characters by their numbers, equal neighbours once with how often: `⟦U+0020×12⟧`. */
function named(run: string): string {
  const characters = Array.from(run);
  const marks: string[] = [];
  for (let from = 0, to = 0; from < characters.length; from = to) {
    while (to < characters.length && characters[to] === characters[from]) to += 1;
    const number = (characters[from]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    marks.push(`⟦U+${number}${to - from > 1 ? `×${to - from}` : ""}⟧`);
  }
  return marks.join("");
}

function isSeen(run: string, isAtLineEnd: boolean): boolean {
  const first = run.charAt(0);
  if (first === " " || first === "\t") return !isAtLineEnd && run.length <= MAX_BLANKS;
  if (first === "\n") return run.length <= MAX_LINE_ENDS;
  return /^\p{M}/u.test(run) && !/\p{Default_Ignorable_Code_Point}/u.test(run) && run.length <= MAX_COMBINING;
}

/**
 * All of a text, for someone who has to know what it is: controls, escapes, overrides of direction, characters without width, unusual
 * spaces and blanks at the end of a line are named by their numbers. No two texts look alike by what does not show; letters of different
 * scripts may. Takes time in proportion to the text.
 */
export function exactPieces(text: string): readonly ExactPiece[] {
  const pieces: ExactPiece[] = [];
  let plain = 0;
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const end = index + run.length;
    if (isSeen(run, end === text.length || text[end] === "\n")) continue;
    if (index > plain) pieces.push({ text: text.slice(plain, index), isMark: false });
    pieces.push({ text: named(run), isMark: true });
    // The rest goes on in a line of its own.
    plain = run.startsWith("\n") ? end - 1 : end;
  }
  if (plain < text.length) pieces.push({ text: text.slice(plain), isMark: false });
  return pieces;
}

/** The same as one text. */
export function exactText(text: string): string {
  return exactPieces(text)
    .map((piece) => piece.text)
    .join("");
}
