import type { NormalText } from "./normal-text.ts";

/** A piece of a normal text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The positions of a piece, at most `limit`. `overlapping` includes those that start inside another. */
function positions(text: string, piece: string, overlapping: boolean, limit: number): number[] {
  const found: number[] = [];
  const step = overlapping ? 1 : piece.length;
  for (let at = text.indexOf(piece); at >= 0 && found.length < limit; at = text.indexOf(piece, at + step))
    found.push(at);
  return found;
}

export interface FindOptions {
  /** Include matches that start inside another. */
  readonly overlapping: boolean;
  readonly limit: number;
}

export function findExact(text: string, wanted: string, options: FindOptions): Span[] {
  return positions(text, wanted, options.overlapping, options.limit).map((start) => ({
    start,
    end: start + wanted.length,
  }));
}

/**
 * Complete lines that are equal except for space at their ends. The last line break belongs to a match if `wanted` ends with one. `text` is
 * the file's, or a form of it with the same positions.
 */
export function findLines(file: NormalText, text: string, wanted: string, options: FindOptions): Span[] {
  const endsLine = wanted.endsWith("\n");
  const lines = (endsLine ? wanted.slice(0, -1) : wanted).split("\n").map((line) => line.trimEnd());
  const trimmed = text.split("\n").map((line) => line.trimEnd());
  // Line breaks on both sides, so that only complete lines match. The break at the end of a match also starts the next.
  const lineOf = new Map<number, number>();
  let offset = 0;
  trimmed.forEach((line, index) => {
    lineOf.set(offset, index);
    offset += line.length + 1;
  });
  const piece = `\n${lines.join("\n")}\n`;
  const found = positions(
    `\n${trimmed.join("\n")}\n`,
    piece,
    true,
    options.overlapping ? options.limit : Infinity,
  );
  const spans: Span[] = [];
  let free = 0;
  for (const at of found) {
    const first = lineOf.get(at);
    if (first === undefined || (!options.overlapping && first < free)) continue;
    free = first + lines.length;
    const isLast = free >= file.lineCount;
    spans.push({
      start: file.startOf(first),
      end: isLast || endsLine ? file.startOf(free) : file.startOf(free) - 1,
    });
  }
  return spans;
}
