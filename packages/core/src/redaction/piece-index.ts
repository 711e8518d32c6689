/** Characters that are looked up together. No piece is shorter: it could be a part of any word. */
export const GRAM = 4;
const roll = (hash: number, unit: number) => (hash << 8) ^ unit;
const bucket = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> 14;

/** 53 bits that stand for a piece: no piece is in memory as a text. */
function fingerprint(text: string, from: number, size: number): number {
  let [a, b] = [0x811c9dc5, size];
  for (let at = from; at < from + size; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}

/** Pieces of texts. A search is linear in the text: at each position it makes at most one lookup for each size of pieces. */
export class PieceIndex {
  /** The largest first. */
  readonly sizes: number[] = [];
  private readonly names = new Map<number, string>();
  /** For each run of at most four characters: 0, in no text; 1, only at the end of one; 2, a text continues after it. */
  private readonly grams = new Uint8Array(2 ** 18);

  /** Adds the pieces of a text that have so many characters: one in each `stride` characters, and the last. What has a name keeps it. */
  add(text: string, size: number, name: string, stride = 1): void {
    if (!this.sizes.includes(size)) this.sizes.push(size);
    this.sizes.sort((a, b) => b - a);
    for (let from = 0; from < text.length; from++) {
      let hash = 0;
      for (let at = from; at < Math.min(from + GRAM, text.length); at++) {
        hash = roll(hash, text.charCodeAt(at));
        this.grams[bucket(hash)] = Math.max(this.grams[bucket(hash)] ?? 0, at + 1 < text.length ? 2 : 1);
      }
      if (from + size > text.length || (from % stride > 0 && from + size < text.length)) continue;
      const key = fingerprint(text, from, size);
      if (!this.names.has(key)) this.names.set(key, name);
    }
  }

  /** Whether the four characters from `from`, or those up to the end of the text, are in a text that continues after them. */
  continues(text: string, from = 0, least = 2): boolean {
    let hash = 0;
    for (let at = from; at < Math.min(from + GRAM, text.length); at++) hash = roll(hash, text.charCodeAt(at));
    return (this.grams[bucket(hash)] ?? 0) >= least;
  }

  /** Calls `found` with the pieces that end after the first `known` characters. */
  find(text: string, known: number, found: (from: number, size: number, name: string) => void): void {
    let hash = 0;
    for (let from = 1 - GRAM; from + GRAM <= text.length; from++) {
      hash = roll(hash, text.charCodeAt(from + GRAM - 1));
      if (from < 0 || this.grams[bucket(hash)] === 0) continue;
      for (const size of this.sizes) {
        const end = from + size;
        if (end <= known || end > text.length || !this.continues(text, end - GRAM, 1)) continue;
        const name = this.names.get(fingerprint(text, from, size));
        if (name !== undefined) found(from, size, name);
      }
    }
  }

  /** Where the characters at the end of a text begin that may be the start of a piece. */
  openEnd(text: string): number {
    let from = text.length;
    const isOpen = (at: number) => this.continues(text, at, at + GRAM < text.length ? 1 : 2);
    while (from > 0 && text.length - from + 1 < (this.sizes[0] ?? 0) && isOpen(from - 1)) from -= 1;
    return from;
  }
}
