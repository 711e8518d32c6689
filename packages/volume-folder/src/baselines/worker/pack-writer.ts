import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { PACK_SUFFIX } from "../names.ts";
import type { IndexedFile } from "./index-file.ts";

const BUFFER_BYTES = 1_048_576;

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** Appends contents to a new file in a folder, which the first content creates. */
export class PackWriter {
  private readonly folder: string;
  private readonly room: () => number;
  private readonly name = `${randomBytes(8).toString("hex")}${PACK_SUFFIX}`;
  private readonly buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  private buffered = 0;
  private written = 0;
  private fd: number | null = null;
  private left = Infinity;

  /** `room` returns the most bytes to write. Called once, before the first content. */
  constructor(folder: string, room: () => number) {
    this.folder = folder;
    this.room = room;
  }

  get bytes(): number {
    return this.written + this.buffered;
  }

  add(bytes: Uint8Array): IndexedFile["stored"] {
    if (bytes.length === 0) return { pack: this.open(), offset: this.bytes };
    const pack = this.open();
    if (bytes.length > this.left) return null;
    this.left -= bytes.length;
    const offset = this.bytes;
    if (this.buffered + bytes.length > BUFFER_BYTES) this.flush();
    this.buffer.set(bytes, this.buffered);
    this.buffered += bytes.length;
    return { pack, offset };
  }

  private open(): string {
    if (this.fd === null) {
      this.left = this.room();
      this.fd = openSync(join(this.folder, this.name), "wx", 0o600);
    }
    return this.name;
  }

  private flush(): void {
    if (this.fd !== null) writeAll(this.fd, this.buffer.subarray(0, this.buffered));
    this.written += this.buffered;
    this.buffered = 0;
  }

  close(durable: boolean): void {
    if (this.fd === null) return;
    try {
      this.flush();
      if (durable) fsyncSync(this.fd);
    } finally {
      closeSync(this.fd);
    }
  }
}
