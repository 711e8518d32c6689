/** Reads a stream in pieces of given lengths. It holds at most one chunk beside the piece. */
export class ByteReader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private rest: Uint8Array = new Uint8Array();

  constructor(stream: ReadableStream<Uint8Array>) {
    this.reader = stream.getReader();
  }

  /** From one byte up to `most`; null at the end. */
  async some(most: number): Promise<Uint8Array | null> {
    while (this.rest.length === 0) {
      const next = await this.reader.read();
      if (next.done) return null;
      this.rest = next.value;
    }
    const piece = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(piece.length);
    return piece;
  }

  /** `length` bytes, or fewer where the stream ends. */
  async upTo(length: number): Promise<Uint8Array> {
    const first = length === 0 ? null : await this.some(length);
    if (first === null || first.length === length) return first ?? new Uint8Array();
    const bytes = new Uint8Array(length);
    bytes.set(first);
    let filled = first.length;
    while (filled < length) {
      const piece = await this.some(length - filled);
      if (piece === null) break;
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return bytes.subarray(0, filled);
  }

  /** Skips `length` bytes; false where the stream ends before. */
  async skip(length: number): Promise<boolean> {
    for (let left = length; left > 0;) {
      const piece = await this.some(left);
      if (piece === null) return false;
      left -= piece.length;
    }
    return true;
  }

  cancel(): Promise<void> {
    return this.reader.cancel();
  }
}
