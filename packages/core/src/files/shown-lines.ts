import { textLines } from "./text-lines.ts";

/** The most lines of a file that the agent gets at once. */
export const MAX_LINES = 2_000;
const MAX_LINE_CHARACTERS = 2_000;
const MAX_SHOWN_CHARACTERS = 51_200;

interface Shown {
  /** Each line after its number and a tab. */
  readonly text: string;
  /** The number of lines in `text`. */
  readonly shown: number;
  /** The number of lines in the file. */
  readonly total: number;
}

/** The lines of a text file as the agent sees them, from the line `offset` (from 1). `redact` keeps their number. */
export function shownLines(
  bytes: Uint8Array,
  {
    offset,
    limit,
    redact,
  }: { readonly offset: number; readonly limit: number; readonly redact: (text: string) => string },
): Shown {
  const { lines, total } = textLines(bytes, {
    offset,
    limit,
    maxLineCharacters: MAX_LINE_CHARACTERS,
    maxCharacters: MAX_SHOWN_CHARACTERS,
    redact,
  });
  let text = "";
  let shown = 0;
  for (const line of lines) {
    const row = `${offset + shown}\t${line}\n`;
    if (text.length + row.length > MAX_SHOWN_CHARACTERS && shown > 0) break;
    text += row;
    shown += 1;
  }
  return { text, shown, total };
}
