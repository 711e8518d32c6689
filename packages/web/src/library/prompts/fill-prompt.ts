/** As the instance finds them: `{{name}}`, blanks inside allowed. What else stands between braces is text. */
const PLACEHOLDER = /\{\{[ \t]*([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,127})[ \t]*\}\}/gu;
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** A piece of a prompt: text, or the place of an argument. */
export type Piece = { readonly text: string } | { readonly name: string };

export function piecesOf(content: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of content.matchAll(PLACEHOLDER)) {
    const [whole, name = ""] = match;
    if (RESERVED.has(name)) continue;
    if (match.index > end) pieces.push({ text: content.slice(end, match.index) });
    pieces.push({ name });
    end = match.index + whole.length;
  }
  if (end < content.length) pieces.push({ text: content.slice(end) });
  return pieces;
}

/** The arguments, each once, in the order in which they first stand there. */
export function argumentsOf(pieces: readonly Piece[]): readonly string[] {
  return [...new Set(pieces.flatMap((piece) => ("name" in piece ? [piece.name] : [])))];
}

/** What stands in the place of an argument: its value, or where it has none what stands there already. */
export function shownFor(name: string, values: ReadonlyMap<string, string>): string {
  const value = values.get(name) ?? "";
  return value === "" ? `{{${name}}}` : value;
}

/** The text with the values that are given; an argument without one stays as it stands. */
export function fill(pieces: readonly Piece[], values: ReadonlyMap<string, string>): string {
  return pieces.map((piece) => ("text" in piece ? piece.text : shownFor(piece.name, values))).join("");
}
