/** The most frequent line ending of a text. The others stay in their lines as characters, so that saving keeps them. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}
