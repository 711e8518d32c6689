import { isUtf8 } from "node:buffer";
import { createHash, hash } from "node:crypto";
import { readSync } from "node:fs";
import { blobHeader, MAX_HASHED_BYTES, MAX_TEXT_BYTES } from "@workspace-agent/core/changes";

/** The most bytes of large files that one pass over a volume reads. */
const MAX_LARGE_BYTES = 1_073_741_824;
/** Space before the content for the header that git hashes with it. */
const HEADER_ROOM = 32;

export interface Content {
  readonly id: string | null;
  readonly size: number;
  /** The bytes of a text of at most 1 MiB. Valid until the next read. */
  readonly text: Uint8Array | null;
}

/** Reads one file after another through one buffer. */
export class ContentReader {
  private readonly buffer = Buffer.allocUnsafe(HEADER_ROOM + MAX_TEXT_BYTES + 1);
  private readonly content = this.buffer.subarray(HEADER_ROOM);
  private largeBytes = 0;

  /** `size` is that of the file's status; the file may have changed since. */
  read(fd: number, size: number): Content {
    const length = this.fill(fd, 0, size);
    if (length > MAX_TEXT_BYTES) return this.readLarge(fd, size);
    const bytes = this.content.subarray(0, length);
    const isText = isUtf8(bytes) && !bytes.includes(0);
    return { id: this.idOfBuffered(length), size: length, text: isText ? bytes : null };
  }

  /** The git id of bytes. */
  idOf(bytes: Uint8Array): string {
    return createHash("sha1").update(blobHeader(bytes.length)).update(bytes).digest("hex");
  }

  /** Puts the header directly before the content, to hash both in one call. */
  private idOfBuffered(length: number): string {
    const header = blobHeader(length);
    const start = HEADER_ROOM - header.length;
    this.buffer.write(header, start, "latin1");
    return hash("sha1", this.buffer.subarray(start, HEADER_ROOM + length), "hex");
  }

  /** Stops at the end of the file, at `size`, and when the buffer is full. */
  private fill(fd: number, position: number, size: number): number {
    const room = this.content.length;
    let length = 0;
    while (length < room) {
      const read = readSync(fd, this.content, length, room - length, position + length);
      length += read;
      if (read === 0 || position + length === size) break;
    }
    return length;
  }

  /** A file that changes meanwhile has no id, and is compared by its times. */
  private readLarge(fd: number, size: number): Content {
    const none = { id: null, size, text: null };
    if (size > MAX_HASHED_BYTES || this.largeBytes + size > MAX_LARGE_BYTES) return none;
    const digest = createHash("sha1").update(blobHeader(size));
    let position = 0;
    while (position < size) {
      const length = this.fill(fd, position, size);
      if (length === 0) break;
      digest.update(this.content.subarray(0, length));
      position += length;
    }
    this.largeBytes += position;
    return position === size ? { ...none, id: digest.digest("hex") } : none;
  }
}
