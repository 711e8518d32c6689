/** The model sees the first fifth and the last four fifths of the limit. */
export const MAX_OUTPUT_LINES = 2_000;
export const MAX_OUTPUT_CHARACTERS = 51_200;
const HEAD_SHARE = 0.2;
/** Space for one line that says what is missing, so that a text that was cut is not cut again. */
const NOTE_CHARACTERS = 200;

interface Truncated {
  readonly text: string;
  readonly truncated: boolean;
}

/** Where the first `count` lines end, without the end of the last. */
function endOfLines(text: string, count: number): number {
  let at = -1;
  for (let line = 0; line < count; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return text.length;
  }
  return at;
}

/** Where the last `count` lines begin. */
function startOfLines(text: string, count: number): number {
  let at = text.length;
  for (let line = 0; line < count; line++) {
    if (at === 0) return 0;
    at = text.lastIndexOf("\n", at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

/** Removes the middle of a text that is too long to be shown. `dropped` characters were removed before. */
export function truncateOutput(text: string, dropped = 0): Truncated {
  const fits =
    text.length <= MAX_OUTPUT_CHARACTERS + NOTE_CHARACTERS &&
    endOfLines(text, MAX_OUTPUT_LINES + 1) === text.length;
  if (dropped <= 0 && fits) return { text, truncated: false };
  const head = Math.min(
    endOfLines(text, MAX_OUTPUT_LINES * HEAD_SHARE),
    MAX_OUTPUT_CHARACTERS * HEAD_SHARE,
    text.length,
  );
  const tail = Math.max(
    head,
    startOfLines(text, MAX_OUTPUT_LINES * (1 - HEAD_SHARE)),
    text.length - MAX_OUTPUT_CHARACTERS * (1 - HEAD_SHARE),
  );
  const note = `[… ${tail - head + dropped} characters left out …]`;
  return {
    text: `${text.slice(0, head)}\n${note}\n${text.slice(tail)}`.toWellFormed(),
    truncated: true,
  };
}
