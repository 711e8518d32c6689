import { ESCAPES } from "./text.ts";

/** Sets colours and other styles of the text after it: "select graphic rendition" (ECMA-48). Longer numbers may be anything. */
const SGR = /\u001b\[((?:\d{0,3}[;:]){0,15}\d{0,3})m/g; // eslint-disable-line no-control-regex

/** From position `at` of a text on, in UTF-16 units, a terminal applies `sgr`: the parameters of an SGR sequence, `1;31` for bold and red. */
export interface TextStyle {
  readonly at: number;
  readonly sgr: string;
}

export interface StyledText {
  readonly text: string;
  readonly styles: readonly TextStyle[];
}

/** The text as `cleanText` returns it, but with the escapes that set its styles. */
export function cleanStyledText(text: string): string {
  const clean = text.replace(ESCAPES, (escape) => (escape.replace(SGR, "") === "" ? escape : ""));
  return clean.replaceAll("\0", "").toWellFormed();
}

/** Separates a text of `cleanStyledText` from its styles. */
export function separateStyles(styled: string): StyledText {
  const styles: TextStyle[] = [];
  const pieces: string[] = [];
  let [from, at] = [0, 0];
  for (const { 0: sequence, 1: parameters = "", index } of styled.matchAll(SGR)) {
    pieces.push(styled.slice(from, index));
    at += index - from;
    from = index + sequence.length;
    styles.push({ at, sgr: parameters === "" ? RESET : parameters });
  }
  return { text: pieces.join("") + styled.slice(from), styles };
}

/** Ends all styles. */
export const RESET = "0";
/** What readers get with an output: so many that a program which colours its lines keeps its colours. */
const MAX_STYLES = 2_000;

/** The styles of a text that grows. If there are too many, the text has no style from the first one on that is left out. */
export class StyleList {
  private readonly styles: TextStyle[] = [];

  get all(): readonly TextStyle[] {
    return this.styles;
  }

  /** Adds those of a piece, which begins at a position of the text. */
  add(styles: readonly TextStyle[], start: number): void {
    for (const { at, sgr } of styles) {
      if (this.styles.length > MAX_STYLES) return;
      this.styles.push({ at: start + at, sgr: this.styles.length === MAX_STYLES ? RESET : sgr });
    }
  }

  /** Ends all styles at a position. */
  endAt(at: number): void {
    const after = this.styles.findIndex((style) => style.at >= at);
    if (after >= 0) this.styles.splice(after);
    if (this.styles.length > 0) this.styles.push({ at, sgr: RESET });
  }
}
