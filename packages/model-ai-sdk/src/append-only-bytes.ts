/** Bytes that are only added to, in place where there is room. What was taken of them before stays as it was. */
export class AppendOnlyBytes {
  private constructor(
    /** Shared with what came of it; `used` is how much of it anyone has written. */
    private readonly room: { readonly buffer: Buffer; used: number },
    private readonly length: number,
  ) {}

  static empty(): AppendOnlyBytes {
    return new AppendOnlyBytes({ buffer: Buffer.alloc(0), used: 0 }, 0);
  }

  get bytes(): Uint8Array {
    return this.room.buffer.subarray(0, this.length);
  }

  /** These and the text in UTF-8. */
  with(text: string): AppendOnlyBytes {
    const length = this.length + Buffer.byteLength(text);
    const hasRoom = this.room.used === this.length && length <= this.room.buffer.length;
    const room = hasRoom ? this.room : { buffer: Buffer.allocUnsafe(2 * length), used: 0 };
    if (!hasRoom) room.buffer.set(this.bytes);
    room.buffer.write(text, this.length);
    room.used = length;
    return new AppendOnlyBytes(room, length);
  }
}
