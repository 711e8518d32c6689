/** Quotes any text as one word for bash. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The same without line breaks, so that line numbers in error messages of an evaluated script start at 1. */
export function shellQuoteInLine(word: string): string {
  return `$'${word.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
}
