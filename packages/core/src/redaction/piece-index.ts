/** Where a text has a piece of a secret, or several that overlap. */
export interface Hit {
  start: number;
  end: number;
  /** The number of the secret; the highest where several overlap. */
  secret: number;
}

/** Adds a hit to those before it, of which none begins later: it joins the last one if they overlap. */
export function join(hits: Hit[], { start, end, secret }: Hit): void {
  const last = hits.at(-1);
  if (last === undefined || start >= last.end) hits.push({ start, end, secret });
  else {
    last.end = Math.max(last.end, end);
    last.secret = Math.max(last.secret, secret);
  }
}

/** The filter compares this many characters first. No piece is shorter. */
const GRAM = 4;
const FILTER_SIZE = 2 ** 16;

/** Where the filter has these characters, at most four. */
function slotOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (hash << 8) ^ text.charCodeAt(at);
  return (hash ^ (hash >>> 15)) & (FILTER_SIZE - 1);
}

/** Finds pieces of secrets in a text. Each character of the text costs at most one look into a map for each length of pieces. */
export class PieceIndex {
  private readonly pieces = new Map<string, number>();
  private readonly lengths = new Set<number>();
  /** Has the first characters of each piece, and each one to four characters of a secret but the last: those that another may follow. */
  private readonly filter = new Uint8Array(FILTER_SIZE);

  /** Adds the pieces of this length that begin after each `step` characters of a text, and the last one. A piece keeps its first secret. */
  add(text: string, secret: number, length: number, step: number): void {
    this.lengths.add(length);
    const last = text.length - length;
    for (let at = 0; at < last + step; at += step) {
      const piece = text.slice(Math.min(at, last)).slice(0, length);
      if (!this.pieces.has(piece)) this.pieces.set(piece, secret);
      this.filter[slotOf(piece, 0, GRAM)] = 1;
    }
    for (let end = 1; end < text.length; end++)
      for (let start = Math.max(0, end - GRAM); start < end; start++)
        this.filter[slotOf(text, start, end)] = 1;
  }

  find(text: string): Hit[] {
    const hits: Hit[] = [];
    for (let start = 0; start + GRAM <= text.length; start++) {
      if (this.filter[slotOf(text, start, start + GRAM)] === 0) continue;
      for (const length of this.lengths) {
        const piece = text.slice(start, start + length);
        const secret = this.pieces.get(piece);
        if (secret !== undefined) join(hits, { start, end: start + piece.length, secret });
      }
    }
    return hits;
  }

  /** At most this many characters at the end of a text are the beginning of a piece. */
  openAtEnd(text: string): number {
    const most = Math.min(Math.max(...this.lengths) - 1, text.length);
    for (let length = 1; length <= most; length++) {
      const start = text.length - length;
      if (this.filter[slotOf(text, start, Math.min(start + GRAM, text.length))] === 0) return length - 1;
    }
    return most;
  }
}
