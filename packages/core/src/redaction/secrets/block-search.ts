import { addSpan, type Span } from "./span.ts";

/** Characters of a block. */
const BLOCK = 32;
const BASE = 0x01000193;

let leaving = 1;
for (let power = 0; power < BLOCK; power++) leaving = Math.imul(leaving, BASE);
/** What the oldest character of a block counts for when it leaves. */
const LEAVING = leaving;

interface Block {
  readonly text: string;
  readonly name: string;
}

/** Long texts cut into blocks: it takes little memory, and finds a text but for at most 31 characters at each end of a piece of it. */
export class BlockSet {
  private readonly blocks = new Map<number, Block[]>();

  /** Texts of at least 32 characters. */
  constructor(texts: readonly Block[]) {
    for (const { text, name } of texts) {
      for (let at = 0; at + BLOCK < text.length; at += BLOCK) this.add(text.slice(at, at + BLOCK), name);
      this.add(text.slice(-BLOCK), name);
    }
  }

  get isEmpty(): boolean {
    return this.blocks.size === 0;
  }

  private add(text: string, name: string): void {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
    const same = this.blocks.get(hash);
    if (same === undefined) this.blocks.set(hash, [{ text, name }]);
    else if (!same.some((block) => block.text === text)) same.push({ text, name });
  }

  /** The name of the block that ends before `end`. */
  nameOf(hash: number, text: string, end: number): string | null {
    const same = this.blocks.get(hash);
    return same?.find((block) => text.startsWith(block.text, end - BLOCK))?.name ?? null;
  }
}

/** Looks for blocks in a text that comes in pieces (Karp and Rabin, 1987). */
export class BlockSearch {
  spans: Span[] = [];
  private hash = 0;
  private position = 0;

  constructor(private readonly set: BlockSet) {}

  /** Reads on in a text, whose first character is the one at `offset` of the whole; at least 31 that were read before are in it. */
  scan(text: string, offset: number): void {
    if (this.set.isEmpty) {
      this.position = offset + text.length;
      return;
    }
    for (let at = this.position - offset; at < text.length; at++) {
      const leaves = this.position >= BLOCK ? text.charCodeAt(at - BLOCK) : 0;
      this.hash = (Math.imul(this.hash, BASE) + text.charCodeAt(at) - Math.imul(LEAVING, leaves)) | 0;
      this.position += 1;
      const name = this.position >= BLOCK ? this.set.nameOf(this.hash, text, at + 1) : null;
      if (name !== null) this.found(name);
    }
  }

  private found(name: string): void {
    const end = this.position;
    const last = this.spans.at(-1);
    // One block after the other is one secret.
    const goesOn = last !== undefined && last.name === name && last.end === end - BLOCK;
    addSpan(this.spans, { start: goesOn ? last.start : end - BLOCK, end, name, longest: BLOCK });
  }

  get decided(): number {
    return this.set.isEmpty ? this.position : Math.max(0, this.position - BLOCK);
  }
}
