const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What may belong to what stands before a blank line: a list's next entry, and what is indented. */
const CONTINUES = /^(?:\s|[-*+] |\d{1,9}[.)] |$)/;

/**
 * A text that is being written, cut where what comes cannot change what was: into blocks of Markdown that are settled, and the rest. All
 * of them in a row are the text.
 */
export function settledBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let start = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(at, end < 0 ? text.length : end);
    const mark = FENCE.exec(line)?.[1] ?? null;
    // A line that is not at its end may still become an entry of a list.
    if (end >= 0 && fence === null && isAfterBlank && !CONTINUES.test(line) && at > start) {
      blocks.push(text.slice(start, at));
      start = at;
    }
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    isAfterBlank = fence === null && line.trim() === "";
    at = next;
  }
  return [...blocks, text.slice(start)];
}
