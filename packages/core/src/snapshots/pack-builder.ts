import type { Pack, PackRange } from "./tree.ts";

const FIRST_BYTES = 65_536;

/** Collects contents into one pack after another. */
export class PackBuilder {
  private bytes = new Uint8Array(FIRST_BYTES);
  private used = 0;
  private current: Pack = { id: "" };

  /** The bytes that a pack usually has at most. */
  private readonly room: number;
  private readonly hash: (bytes: Uint8Array) => string;

  constructor(room: number, hash: (bytes: Uint8Array) => string) {
    this.room = room;
    this.hash = hash;
  }

  /** The pack that the next content comes into. */
  get pack(): Pack {
    return this.current;
  }

  get length(): number {
    return this.used;
  }

  add(content: Uint8Array): PackRange {
    const end = this.used + content.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, Math.min(this.room, this.bytes.length * 4)));
      larger.set(this.bytes.subarray(0, this.used));
      this.bytes = larger;
    }
    this.bytes.set(content, this.used);
    const range = { pack: this.current, offset: this.used, length: content.length };
    this.used = end;
    return range;
  }

  /** Gives the pack away and begins another; null where it is empty. */
  complete(): { readonly id: string; readonly bytes: Uint8Array<ArrayBuffer> } | null {
    if (this.used === 0) return null;
    const isMostlyFull = this.used > this.bytes.length / 2;
    const bytes = isMostlyFull ? this.bytes.subarray(0, this.used) : this.bytes.slice(0, this.used);
    const id = this.hash(bytes);
    this.current.id = id;
    this.current = { id: "" };
    this.bytes = new Uint8Array(isMostlyFull ? FIRST_BYTES : this.bytes.length);
    this.used = 0;
    return { id, bytes };
  }
}
