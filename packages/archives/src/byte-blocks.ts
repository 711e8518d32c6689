const BLOCK_BYTES = 65_536;

/** Collects bytes into blocks: a chunk for each small piece would cost more than its bytes. */
export class ByteBlocks {
  private block = new Uint8Array(BLOCK_BYTES);
  private filled = 0;
  private total = 0;

  constructor(private readonly onBlock: (block: Uint8Array) => void | Promise<void>) {}

  /** Bytes so far. */
  get length(): number {
    return this.total;
  }

  async push(bytes: Uint8Array): Promise<void> {
    this.total += bytes.length;
    for (let offset = 0; offset < bytes.length;) {
      const piece = bytes.subarray(offset, offset + BLOCK_BYTES - this.filled);
      this.block.set(piece, this.filled);
      this.filled += piece.length;
      offset += piece.length;
      if (this.filled === BLOCK_BYTES) await this.flush();
    }
  }

  /** Passes on an incomplete block. */
  async flush(): Promise<void> {
    if (this.filled === 0) return;
    const block = this.block.subarray(0, this.filled);
    this.block = new Uint8Array(BLOCK_BYTES);
    this.filled = 0;
    await this.onBlock(block);
  }
}
