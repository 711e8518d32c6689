import { hash } from "node:crypto";
import { closeSync, fstatSync, readSync, type Stats } from "node:fs";
import {
  CHUNK_BYTES,
  PACKED_FILE_BYTES,
  type Content,
  type SnapshotWriter,
} from "@workspace-agent/core/snapshots";
import type { OpenDirectory } from "../../directories/open-directory.ts";

/** Stores contents, or only hashes them. */
export type ContentStore = Pick<SnapshotWriter, "packed" | "chunk">;

export const sha256 = (bytes: Uint8Array): string => hash("sha256", bytes, "hex");

export const hashOnly: ContentStore = {
  packed: async (bytes) => (bytes.length === 0 ? { chunks: [] } : { sha256: sha256(bytes), range: null }),
  chunk: async (bytes) => sha256(bytes),
};

interface ReadFile {
  readonly stats: Stats;
  /** Null: it changed while it was read. */
  readonly content: Content | null;
}

/** Inode and times: while they are the same, so is the content. */
export const stampOf = ({ ino, mtimeMs, ctimeMs }: Stats): string => `${ino}.${mtimeMs}.${ctimeMs}`;

const isSame = (a: Stats, b: Stats) => a.size === b.size && stampOf(a) === stampOf(b);

/** Fills a buffer from a position, up to the end of the file. Returns the number of bytes. */
function fill(fd: number, buffer: Uint8Array, position: number): number {
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(fd, buffer, length, buffer.length - length, position + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

/** Reads one file after another through one buffer. */
export class FileReader {
  /** One byte more, to detect a file that grew. */
  private readonly buffer = new Uint8Array(PACKED_FILE_BYTES + 1);
  private readonly store: ContentStore;

  constructor(store: ContentStore) {
    this.store = store;
  }

  /** Null where it is no regular file. */
  async read(directory: OpenDirectory, name: string): Promise<ReadFile | null> {
    const fd = directory.openFile(name);
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile()) return null;
      const content = await (stats.size > PACKED_FILE_BYTES
        ? this.readLarge(fd, stats)
        : this.readSmall(fd, stats));
      return { stats, content };
    } finally {
      closeSync(fd);
    }
  }

  private async readSmall(fd: number, stats: Stats): Promise<Content | null> {
    const length = fill(fd, this.buffer.subarray(0, stats.size + 1), 0);
    if (length !== stats.size || !isSame(stats, fstatSync(fd))) return null;
    return this.store.packed(this.buffer.subarray(0, length));
  }

  private async readLarge(fd: number, stats: Stats): Promise<Content | null> {
    const chunks: string[] = [];
    for (let position = 0; position < stats.size; position += CHUNK_BYTES) {
      const bytes = new Uint8Array(Math.min(CHUNK_BYTES, stats.size - position));
      if (fill(fd, bytes, position) !== bytes.length) return null;
      chunks.push(await this.store.chunk(bytes));
    }
    return isSame(stats, fstatSync(fd)) ? { chunks } : null;
  }
}
