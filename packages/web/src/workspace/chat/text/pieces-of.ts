/** How long the piece is that a text begins with, of which no more than `window` may be taken. */
function lengthOfPiece(window: string, maxLines: number, isLast: boolean): number {
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

/** A text in pieces of at most so many lines and characters, which end where a line does if one does; none cuts a character. */
export function piecesOf(text: string, maxLines: number, maxCharacters: number): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const window = text.slice(start, start + maxCharacters);
    const length = lengthOfPiece(window, maxLines, start + maxCharacters >= text.length);
    pieces.push(window.slice(0, length));
    start += length;
  }
  return pieces;
}
