/** A piece of a displayed text. `isMark`: it names characters that would be invisible or change how others are displayed. */
export interface ExactPiece {
  readonly text: string;
  readonly isMark: boolean;
}

/** Runs of blanks, line breaks, combining marks and invisible characters. */
const RUNS = /[ \t]+|\n+|\p{M}+|(?:(?![ \t\n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u27e6])+/gu;

/** Longer runs of blanks push text out of sight. */
const MAX_BLANKS = 40;
const MAX_LINE_ENDS = 3;
/** More of them cover surrounding text. */
const MAX_COMBINING = 4;

/** Names characters by code point and count: `⟦U+0020×12⟧`. */
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
 * Makes everything in a text visible, for people who must know what it contains: control characters, escapes, direction overrides,
 * zero-width characters, unusual spaces and trailing blanks are named by code point. Texts that differ in invisible characters look
 * different; letters of different scripts may still look alike. Runs in linear time.
 */
export function exactPieces(text: string): readonly ExactPiece[] {
  const pieces: ExactPiece[] = [];
  let plain = 0;
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const end = index + run.length;
    if (isSeen(run, end === text.length || text[end] === "\n")) continue;
    if (index > plain) pieces.push({ text: text.slice(plain, index), isMark: false });
    pieces.push({ text: named(run), isMark: true });
    // The rest continues on its own line.
    plain = run.startsWith("\n") ? end - 1 : end;
  }
  if (plain < text.length) pieces.push({ text: text.slice(plain), isMark: false });
  return pieces;
}

/** The pieces as one text. */
export function exactText(text: string): string {
  return exactPieces(text)
    .map((piece) => piece.text)
    .join("");
}
