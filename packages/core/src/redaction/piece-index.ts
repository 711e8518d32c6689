/** A piece of what is looked for, from its start to its end in a text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** Which of the texts that are looked for it is. */
  readonly owner: number;
}

/** So many characters are compared first, with a filter. Every piece has at least as many. */
const GRAM = 4;
const FILTER_SIZE = 2 ** 16;

/** A hash of the last four characters, all of which have left it four characters later. */
const rolled = (hash: number, unit: number) => (hash << 8) ^ unit;
const slotOf = (hash: number) => (hash ^ (hash >>> 15)) & (FILTER_SIZE - 1);

function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = rolled(hash, text.charCodeAt(at));
  return hash;
}

/** Finds pieces of texts in a time that grows with the text that is searched alone: all pieces of a length are in one map. */
export class PieceIndex {
  private readonly pieces = new Map<string, number>();
  private readonly lengths = new Set<number>();
  /** Has the beginnings of pieces, and one to four characters that follow each other in a text, but not its last. */
  private readonly filter = new Uint8Array(FILTER_SIZE);

  /** Adds every piece of a text that has this length, or one after each `step` characters. A piece keeps its first owner. */
  add(text: string, owner: number, length: number, step = 1): void {
    this.lengths.add(length);
    for (let at = 0; ; at += step) {
      const start = Math.min(at, text.length - length);
      const piece = text.slice(start, start + length);
      if (!this.pieces.has(piece)) this.pieces.set(piece, owner);
      this.filter[slotOf(hashOf(piece, 0, GRAM))] = 1;
      if (start === text.length - length) break;
    }
    for (let end = 1; end < text.length; end++)
      for (let start = Math.max(0, end - GRAM); start < end; start++)
        this.filter[slotOf(hashOf(text, start, end))] = 1;
  }

  /** The pieces that a text holds. They overlap where it holds more than one piece of the same text. */
  find(text: string): readonly Hit[] {
    const hits: Hit[] = [];
    let hash = 0;
    for (let end = 1; end <= text.length; end++) {
      hash = rolled(hash, text.charCodeAt(end - 1));
      const start = end - GRAM;
      if (start < 0 || this.filter[slotOf(hash)] === 0) continue;
      for (const length of this.lengths) {
        const piece = text.slice(start, start + length);
        const owner = this.pieces.get(piece);
        if (owner !== undefined) hits.push({ start, end: start + piece.length, owner });
      }
    }
    return hits;
  }

  /** So many characters at the end of a text may be the beginning of a piece. */
  openAtEnd(text: string): number {
    const most = Math.min(Math.max(...this.lengths) - 1, text.length);
    for (let length = 1; length <= most; length++) {
      const start = text.length - length;
      const hash = hashOf(text, start, Math.min(start + GRAM, text.length));
      if (this.filter[slotOf(hash)] === 0) return length - 1;
    }
    return most;
  }
}
