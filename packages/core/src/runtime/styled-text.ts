import { ESCAPES } from "./text.ts";

/** Sets colours and other styles of the text after it: "select graphic rendition" (ECMA-48). A longer number could be data. */
const SGR = /\u001b\[((?:\d{0,3}[;:]){0,15}\d{0,3})m/g; // eslint-disable-line no-control-regex

/** Ends all styles. */
export const RESET = "0";
const [FRONT, BACK, UNDERLINE_COLOUR] = ["38", "48", "58"];

/**
 * From position `at` of a text on, in UTF-16 units, a terminal applies `sgr`: the parameters of an SGR sequence, such as `1;31` for bold
 * and red.
 */
export interface TextStyle {
  readonly at: number;
  readonly sgr: string;
}

export interface StyledText {
  readonly text: string;
  readonly styles: readonly TextStyle[];
}

/** A text without NUL and terminal escapes, but with those that set its styles. */
export function cleanStyledText(text: string): string {
  return text
    .replace(ESCAPES, (escape) => (escape.replace(SGR, "") === "" ? escape : ""))
    .replaceAll("\0", "");
}

/** Parameters that every reader knows: separated by semicolons, without what a reset ends, and without colours of underlines. */
function simplified(parameters: string): string {
  const codes: string[] = [];
  const given = parameters.split(";");
  for (let at = 0; at < given.length; at++) {
    const [code = "", ...details] = (given[at] ?? "").split(":");
    if (Number(code) === 0) codes.splice(0, codes.length, RESET);
    else if (code === FRONT || code === BACK || code === UNDERLINE_COLOUR) {
      const length = given[at + 1] === "5" ? 2 : 4;
      const colour = details.length > 0 ? details : given.slice(at + 1, at + 1 + length);
      if (details.length === 0) at += length;
      // With colons, a colour space may stand between.
      const values = colour[0] === "2" ? ["2", ...colour.slice(-3)] : colour;
      if (code !== UNDERLINE_COLOUR) codes.push(code, ...values);
    } else codes.push(code === "4" && details[0] === "0" ? "24" : code);
  }
  return codes.join(";");
}

/** Separates a text of `cleanStyledText` from its styles. The text is the one that `cleanText` returns. */
export function separateStyles(styled: string): StyledText {
  const styles: TextStyle[] = [];
  const pieces: string[] = [];
  let [from, at] = [0, 0];
  for (const { 0: sequence, 1: parameters = "", index } of styled.matchAll(SGR)) {
    pieces.push(styled.slice(from, index));
    at += index - from;
    from = index + sequence.length;
    const sgr = simplified(parameters);
    if (sgr !== "") styles.push({ at, sgr });
  }
  return { text: (pieces.join("") + styled.slice(from)).toWellFormed(), styles };
}
