/** One word for bash, whatever it holds. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The same in one line, so that bash counts the lines of what is in the word from 1 where it is evaluated. */
export function shellQuoteInLine(word: string): string {
  return `$'${word.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
}
