const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that may continue the block before a blank line: a list item or an indented line. */
const CONTINUES = /^(?:\s|[-*+] |\d{1,9}[.)] |$)/;

/** Splits growing Markdown into blocks that more text cannot change, and the rest, so that only the rest is parsed again. */
export function settledBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let start = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(at, end < 0 ? text.length : end);
    const marker = FENCE.exec(line)?.[1] ?? null;
    // An incomplete line may still become a list item.
    if (end >= 0 && fence === null && isAfterBlank && !CONTINUES.test(line) && at > start) {
      blocks.push(text.slice(start, at));
      start = at;
    }
    if (fence === null) fence = marker;
    else if (marker?.startsWith(fence) === true && line.trim() === marker) fence = null;
    isAfterBlank = fence === null && line.trim() === "";
    at = next;
  }
  return [...blocks, text.slice(start)];
}
