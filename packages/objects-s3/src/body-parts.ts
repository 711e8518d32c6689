import { FixedPieces, untilSignal } from "@workspace-agent/core/ports";

export interface BodyPart {
  /** Valid until the next part is asked for. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** A body in parts of one length, of which it holds one at a time. The last is shorter, and empty where the body is. */
export class BodyParts {
  private readonly pieces: FixedPieces | null;
  private readonly bytes: Uint8Array;
  private readonly buffer: Uint8Array<ArrayBuffer> | null;
  private offset = 0;

  constructor(
    body: Uint8Array | ReadableStream<Uint8Array>,
    private readonly partBytes: number,
    signal: AbortSignal | undefined,
  ) {
    const isBytes = body instanceof Uint8Array;
    this.bytes = isBytes ? body : new Uint8Array();
    this.pieces = isBytes ? null : new FixedPieces(untilSignal(body, signal));
    this.buffer = isBytes ? null : new Uint8Array(partBytes);
  }

  async next(): Promise<BodyPart> {
    if (this.pieces === null || this.buffer === null) {
      const end = Math.min(this.bytes.length, this.offset + this.partBytes);
      const bytes = this.bytes.slice(this.offset, end);
      this.offset = end;
      return { bytes, isLast: end === this.bytes.length };
    }
    const filled = await this.pieces.fill(this.buffer);
    return { bytes: this.buffer.subarray(0, filled), isLast: await this.pieces.atEnd() };
  }

  /** Cancels a body that was not read to its end. */
  async end(): Promise<void> {
    await this.pieces?.cancel();
  }
}
