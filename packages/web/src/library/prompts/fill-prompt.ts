/** An argument as the server recognizes it: `{{name}}`, with spaces allowed. */
const PLACEHOLDER = /\{\{[ \t]*([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,127})[ \t]*\}\}/gu;
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

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

/** The names of the arguments, without duplicates. */
export function argumentsOf(pieces: readonly Piece[]): readonly string[] {
  return [...new Set(pieces.flatMap((piece) => ("name" in piece ? [piece.name] : [])))];
}

/** The value of an argument, or its placeholder. */
export function valueOrPlaceholder(name: string, values: ReadonlyMap<string, string>): string {
  const value = values.get(name) ?? "";
  return value === "" ? `{{${name}}}` : value;
}

/** The prompt with its values. Arguments without a value are not replaced. */
export function fill(pieces: readonly Piece[], values: ReadonlyMap<string, string>): string {
  return pieces
    .map((piece) => ("text" in piece ? piece.text : valueOrPlaceholder(piece.name, values)))
    .join("");
}
