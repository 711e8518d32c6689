/** Reads a body in pieces of any length. */
export class FixedPieces {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private rest: Uint8Array = new Uint8Array(0);
  private hasEnded = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.reader = body.getReader();
  }

  /** The next `length` bytes, or fewer at the end of the body. */
  async next(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const piece = new Uint8Array(length);
    return piece.subarray(0, await this.fill(piece));
  }

  /** Puts the next bytes into a buffer, and returns how many: fewer than fit at the end of the body. */
  async fill(piece: Uint8Array): Promise<number> {
    let filled = 0;
    while (filled < piece.length && !(await this.atEnd())) {
      const part = this.rest.subarray(0, piece.length - filled);
      piece.set(part, filled);
      filled += part.length;
      this.rest = this.rest.subarray(part.length);
    }
    return filled;
  }

  /** Whether all bytes of the body were returned. */
  async atEnd(): Promise<boolean> {
    while (!this.hasEnded && this.rest.length === 0) {
      const { done, value } = await this.reader.read();
      if (done) this.hasEnded = true;
      else this.rest = value;
    }
    return this.rest.length === 0;
  }

  /** Ends reading. What is wrong with the body is not thrown: nobody needs it any more. */
  async cancel(reason?: unknown): Promise<void> {
    await this.reader.cancel(reason).catch(() => {});
  }
}
