import type { FixedPieces } from "../runtime/fixed-pieces.ts";
import {
  HEADER_BYTES,
  isCorrupt,
  SEALED_SEGMENT_BYTES,
  SEGMENT_BYTES,
  segmentCount,
  type SegmentCipher,
} from "./segments.ts";

/** The range of an encrypted object that has the segments of a range of its content. */
export function sealedRange(start: number, stop: number): { readonly start: number; readonly end: number } {
  const first = Math.floor(start / SEGMENT_BYTES);
  const last = Math.max(first, Math.ceil(stop / SEGMENT_BYTES) - 1);
  const offset = (segment: number) => HEADER_BYTES + segment * SEALED_SEGMENT_BYTES;
  return { start: offset(first), end: offset(last + 1) - 1 };
}

/** Segments that are read from a store, and what of them is wanted. */
export interface Reading {
  readonly size: number;
  readonly start: number;
  readonly stop: number;
}

/** Decrypts segments in their order. */
export class OpenedSegments {
  private index: number;
  private readonly lastOfObject: number;

  constructor(
    private readonly key: string,
    private readonly cipher: SegmentCipher,
    private readonly pieces: FixedPieces,
    private readonly reading: Reading,
  ) {
    this.index = Math.floor(reading.start / SEGMENT_BYTES);
    this.lastOfObject = segmentCount(reading.size) - 1;
  }

  /** The wanted bytes of the next segment; null where it is not what it should be. */
  async next(): Promise<Uint8Array | null> {
    const { start, stop } = this.reading;
    const sealed = await this.pieces.next(SEALED_SEGMENT_BYTES);
    const opened = await this.cipher.open(sealed, this.index, this.index === this.lastOfObject);
    if (opened === null) return null;
    const offset = this.index * SEGMENT_BYTES;
    this.index += 1;
    return opened.subarray(Math.max(0, start - offset), Math.min(opened.length, stop - offset));
  }

  get isDone(): boolean {
    return this.index * SEGMENT_BYTES >= this.reading.stop || this.index > this.lastOfObject;
  }

  /** The rest, behind what was read already. */
  stream(first: Uint8Array): ReadableStream<Uint8Array> {
    let ready: Uint8Array | null = first;
    return new ReadableStream(
      {
        pull: async (controller) => {
          const chunk = ready ?? (await this.next());
          ready = null;
          if (chunk === null) {
            await this.pieces.cancel();
            throw isCorrupt(this.key);
          }
          if (chunk.length > 0) controller.enqueue(chunk);
          if (!this.isDone) return;
          await this.pieces.cancel();
          controller.close();
        },
        cancel: (reason) => this.pieces.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
