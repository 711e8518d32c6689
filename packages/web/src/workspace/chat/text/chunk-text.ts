/** The length of the first chunk, of which `window` is the maximum. */
function chunkLength(window: string, maxLines: number, isLast: boolean): number {
  let end = 0;
  for (let line = 0; line < maxLines; line++) {
    const at = window.indexOf("\n", end);
    if (at < 0) {
      if (isLast) return window.length;
      break;
    }
    end = at + 1;
  }
  if (end > 0) return end;
  const code = window.charCodeAt(window.length - 1);
  return code >= 0xd800 && code < 0xdc00 && window.length > 1 ? window.length - 1 : window.length;
}

/** Splits a text into chunks, at line ends if possible, and never within a character. */
export function chunkText(text: string, maxLines: number, maxCharacters: number): readonly string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length;) {
    const window = text.slice(start, start + maxCharacters);
    const length = chunkLength(window, maxLines, start + maxCharacters >= text.length);
    chunks.push(window.slice(0, length));
    start += length;
  }
  return chunks;
}
