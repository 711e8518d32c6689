import { powerOfTwo } from "./substring-automaton.ts";

/** Code units that are looked at together. */
const GRAM = 4;
const LEAST_BITS = 2 ** 18;

function spread(hash: number, kind: number): number {
  return Math.imul(hash ^ kind, 0x9e3779b1);
}

/**
 * Tells quickly that a few characters are in no piece that counts, so that a search can leap over most of a text (after Wu and
 * Manber, 1994).
 */
export class GramFilter {
  /** Characters of a gram. */
  readonly size: number;
  /** From one place that is looked at to the next. */
  readonly leap: number;
  private readonly bits: Uint8Array;
  private readonly mask: number;

  /** `kinds` tells code units apart; 0 is in none of the texts. */
  constructor(
    texts: readonly string[],
    leastPiece: number,
    private readonly kinds: Uint16Array,
  ) {
    this.size = Math.min(GRAM, leastPiece);
    this.leap = leastPiece - this.size;
    const total = texts.reduce((sum, text) => sum + text.length, 0);
    const bits = Math.max(LEAST_BITS, powerOfTwo(total * 8));
    this.mask = bits - 1;
    this.bits = new Uint8Array(bits / 8);
    for (const text of texts)
      for (let at = 0; at + this.size <= text.length; at++) {
        const bit = this.bitOf(text, at);
        this.bits[bit >>> 3] = (this.bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
      }
  }

  /** Whether the gram at a place may be in a piece. */
  mayHold(text: string, at: number): boolean {
    const bit = this.bitOf(text, at);
    return bit >= 0 && ((this.bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  /** -1: a character is in none of the texts. */
  private bitOf(text: string, at: number): number {
    let hash = 0;
    for (let index = at; index < at + this.size; index++) {
      const kind = this.kinds[text.charCodeAt(index)] ?? 0;
      if (kind === 0) return -1;
      hash = spread(hash, kind);
    }
    return ((hash >>> 0) ^ (hash >>> 15)) & this.mask;
  }
}
