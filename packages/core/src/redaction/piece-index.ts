/** A text to be found, whole or in pieces. */
export interface Needle {
  readonly text: string;
  /** What stands for it where it is found. */
  readonly name: string;
  /** Characters of the shortest piece that is found: at least 4, at most the whole. */
  readonly leastPiece: number;
}

/** A piece of a needle in a text. */
export interface Hit {
  start: number;
  end: number;
  readonly needle: Needle;
}

/** Characters of a seed. */
const SEED_LENGTH = 4;
/** Bytes of a filter. More for each hash make it more exact, within what may be kept of many secrets. */
const LEAST_FILTER = 2 ** 16;
const MOST_FILTER = 2 ** 22;
const FILTER_PER_HASH = 16;
/** Seeds of a needle with the same characters and different ones around them: so many are tried, which bounds the time. */
const MAX_SEEDS = 64;

/** A hash of the last four characters, all of which have left it four characters later. */
const rolled = (hash: number, unit: number) => (hash << 8) ^ unit;

function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = rolled(hash, text.charCodeAt(at));
  return hash;
}

/** Tells quickly that a hash is not in a set. */
class HashFilter {
  private readonly bytes: Uint8Array;

  constructor(hashes: number) {
    const least = hashes === 0 ? 1 : LEAST_FILTER;
    const bytes = Math.max(least, Math.min(hashes * FILTER_PER_HASH, MOST_FILTER));
    this.bytes = new Uint8Array(2 ** Math.ceil(Math.log2(bytes)));
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.bytes.length - 1);
  }

  add(hash: number): void {
    this.bytes[this.slotOf(hash)] = 1;
  }

  mayHave(hash: number): boolean {
    return this.bytes[this.slotOf(hash)] === 1;
  }
}

interface Seed {
  readonly needle: Needle;
  readonly at: number;
}

/**
 * Finds pieces of texts in a time that grows with the text that is searched alone. Some characters of each needle are looked for (the
 * seeds), so close together that every piece of the least length contains one, and the text around them is compared.
 */
export class PieceIndex {
  readonly longestPiece: number;
  private readonly seeds = new Map<number, Seed[]>();
  private readonly seedFilter: HashFilter;
  /** Of the first to the last but one character of needles: one to four that follow each other. */
  private readonly gramFilter: HashFilter;

  constructor(needles: readonly Needle[]) {
    this.longestPiece = Math.max(0, ...needles.map(({ leastPiece }) => leastPiece));
    for (const needle of needles) this.addSeeds(needle);
    this.seedFilter = new HashFilter(this.seeds.size);
    for (const hash of this.seeds.keys()) this.seedFilter.add(hash);
    this.gramFilter = new HashFilter(needles.reduce((sum, { text }) => sum + text.length, 0));
    for (const { text } of needles)
      for (let end = 1; end < text.length; end++)
        for (let length = 1; length <= Math.min(SEED_LENGTH, end); length++)
          this.gramFilter.add(hashOf(text, end - length, end));
  }

  private addSeeds(needle: Needle): void {
    const { text, leastPiece } = needle;
    // Seeds with the same text around them, such as those of a value that repeats itself, find the same pieces.
    const contexts = new Set<string>();
    const counts = new Map<number, number>();
    for (let at = 0; at + SEED_LENGTH <= text.length; at += leastPiece - SEED_LENGTH + 1) {
      const start = Math.max(0, at - leastPiece);
      const context = `${at - start} ${text.slice(start, at + leastPiece)}`;
      const hash = hashOf(text, at, at + SEED_LENGTH);
      const count = counts.get(hash) ?? 0;
      if (contexts.has(context) || count >= MAX_SEEDS) continue;
      contexts.add(context);
      counts.set(hash, count + 1);
      const known = this.seeds.get(hash);
      if (known === undefined) this.seeds.set(hash, [{ needle, at }]);
      else known.push({ needle, at });
    }
  }

  /** The pieces in a text that have their least length. Those of one needle that overlap are one. */
  find(text: string): readonly Hit[] {
    const hits: Hit[] = [];
    const last = new Map<Needle, Hit>();
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = rolled(hash, text.charCodeAt(at));
      if (!this.seedFilter.mayHave(hash)) continue;
      for (const seed of this.seeds.get(hash) ?? []) {
        const hit = pieceAround(text, at + 1 - SEED_LENGTH, seed);
        if (hit === null) continue;
        const before = last.get(seed.needle);
        if (before !== undefined && hit.start < before.end) {
          before.start = Math.min(before.start, hit.start);
          before.end = Math.max(before.end, hit.end);
        } else {
          last.set(seed.needle, hit);
          hits.push(hit);
        }
      }
    }
    return hits;
  }

  /** So many characters at the end of a text may be the beginning of a piece. */
  openAtEnd(text: string): number {
    const most = Math.min(this.longestPiece - 1, text.length);
    for (let length = 1; length <= most; length++) {
      const start = text.length - length;
      if (!this.gramFilter.mayHave(hashOf(text, start, Math.min(start + SEED_LENGTH, text.length))))
        return length - 1;
    }
    return most;
  }
}

/** The piece around a seed, no further than its least length to each side: the next seed has the rest. */
function pieceAround(text: string, start: number, { needle, at }: Seed): Hit | null {
  const { text: whole, leastPiece } = needle;
  let after = 0;
  while (after < leastPiece && at + after < whole.length && text[start + after] === whole[at + after])
    after++;
  if (after < SEED_LENGTH) return null;
  let before = 0;
  while (before < leastPiece && before < at && text[start - before - 1] === whole[at - before - 1]) before++;
  return before + after < leastPiece ? null : { start: start - before, end: start + after, needle };
}
