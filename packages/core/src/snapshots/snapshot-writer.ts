import type { TakenSnapshot } from "../ports/volume-snapshots.ts";
import type { ByteName } from "./byte-name.ts";
import { PACK_BYTES, PACKED_FILE_BYTES } from "./limits.ts";
import { encodeEntries, encodeNode, type NodeEntry } from "./node.ts";
import { PackBuilder } from "./pack-builder.ts";
import { factsOf } from "./tree-facts.ts";
import {
  chunkKey,
  packKey,
  type Content,
  type NodeRef,
  type PackRange,
  type TreeDirectory,
  type TreeEntry,
} from "./tree.ts";

/** The objects that are stored at once: packs that wait use memory. */
const MOST_AT_ONCE = 4;

export interface SnapshotWriterOptions {
  /** SHA-256 in hexadecimal. */
  readonly hash: (bytes: Uint8Array) => string;
  /** Stores an object, whose bytes nobody uses any more. */
  readonly put: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
  /** The base. Its contents are not stored again. */
  readonly base: TreeDirectory | null;
}

/** Stores the contents and the directories of a snapshot, except those that its base has. */
export class SnapshotWriter {
  private readonly ranges = new Map<string, PackRange>();
  private readonly nodes = new Map<string, NodeRef>();
  private readonly chunks = new Set<string>();
  private readonly options: SnapshotWriterOptions;
  private contents: PackBuilder;
  private directories: PackBuilder;
  private readonly storing = new Set<Promise<unknown>>();
  private failure: { readonly error: unknown } | null = null;
  private storedBytes = 0;

  constructor(options: SnapshotWriterOptions) {
    this.options = options;
    const hash = options.hash;
    this.contents = new PackBuilder(PACK_BYTES + PACKED_FILE_BYTES, hash);
    this.directories = new PackBuilder(PACK_BYTES, hash);
    if (options.base !== null) this.know(options.base);
  }

  private know(directory: TreeDirectory): void {
    if (directory.node !== null) this.nodes.set(directory.node.digest, directory.node);
    for (const entry of directory.entries.values()) {
      if (entry.type === "dir") this.know(entry);
      else if (entry.type === "file") this.knowContent(entry.content);
    }
  }

  private knowContent(content: Content | null): void {
    if (content === null) return;
    if ("chunks" in content) for (const chunk of content.chunks) this.chunks.add(chunk);
    else if (content.range !== null) this.ranges.set(content.sha256, content.range);
  }

  /** The content of a file of at most `PACKED_FILE_BYTES`, which is copied. */
  async packed(bytes: Uint8Array): Promise<Content> {
    if (bytes.length === 0) return { chunks: [] };
    const sha256 = this.options.hash(bytes);
    const known = this.ranges.get(sha256);
    if (known !== undefined) return { sha256, range: known };
    const range = this.contents.add(bytes);
    this.ranges.set(sha256, range);
    if (this.contents.length >= PACK_BYTES) await this.store(this.contents);
    return { sha256, range };
  }

  /** A part of a large file, whose bytes nobody uses any more. Returns its hash. */
  async chunk(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const sha256 = this.options.hash(bytes);
    if (this.chunks.has(sha256)) return sha256;
    this.chunks.add(sha256);
    await this.put(chunkKey(sha256), bytes);
    return sha256;
  }

  private async store(pack: PackBuilder): Promise<void> {
    const complete = pack.complete();
    if (complete !== null) await this.put(packKey(complete.id), complete.bytes);
  }

  /** Resolves when the next object may come. */
  private async put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.storedBytes += bytes.length;
    const storing = this.options
      .put(key, bytes)
      .catch((error: unknown) => (this.failure ??= { error }))
      .finally(() => this.storing.delete(storing));
    this.storing.add(storing);
    if (this.storing.size >= MOST_AT_ONCE) await Promise.race(this.storing);
    if (this.failure !== null) await this.allStored();
  }

  private async allStored(): Promise<void> {
    await Promise.all(this.storing);
    if (this.failure !== null) throw this.failure.error;
  }

  /** Stores the directories, and resolves when all is stored. Returns the tree with their locations, and the snapshot. */
  async finish(
    tree: TreeDirectory,
    leftOut: TakenSnapshot["left_out"],
  ): Promise<{ readonly tree: TreeDirectory; readonly taken: TakenSnapshot }> {
    await this.store(this.contents);
    const stored = await this.directory(tree);
    await this.store(this.directories);
    await this.allStored();
    const taken = { ...factsOf(stored), stored_bytes: this.storedBytes, left_out: leftOut };
    return { tree: stored, taken };
  }

  private async directory(directory: TreeDirectory): Promise<TreeDirectory> {
    if (directory.node !== null) return directory;
    const entries = new Map<ByteName, TreeEntry>();
    for (const name of [...directory.entries.keys()].sort()) {
      const entry = directory.entries.get(name);
      if (entry !== undefined) entries.set(name, entry.type === "dir" ? await this.directory(entry) : entry);
    }
    return { ...directory, entries, node: await this.node(entries) };
  }

  private async node(entries: ReadonlyMap<ByteName, TreeEntry>): Promise<NodeRef> {
    const listed = [...entries].map(([name, entry]) => [name, toNodeEntry(entry)] as const);
    const head = encodeEntries(listed);
    const digest = this.options.hash(head);
    const known = this.nodes.get(digest);
    if (known !== undefined) return known;
    let bytes = encodeNode(head, listed, this.directories.pack);
    if (this.directories.length > 0 && this.directories.length + bytes.length > PACK_BYTES) {
      await this.store(this.directories);
      bytes = encodeNode(head, listed, this.directories.pack);
    }
    const node = { digest, range: this.directories.add(bytes) };
    this.nodes.set(digest, node);
    return node;
  }
}

function toNodeEntry(entry: TreeEntry): NodeEntry {
  if (entry.type !== "dir") return entry;
  if (entry.node === null) throw new Error("A directory was not stored before its parent.");
  return { type: "dir", mode: entry.mode, node: entry.node };
}
