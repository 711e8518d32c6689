import { MOST_ENTRIES, PACK_BYTES, PACKED_FILE_BYTES } from "./limits.ts";
import type { ByteName } from "./byte-name.ts";
import { incomplete } from "./failures.ts";
import { encodeEntries, encodeNode, type NodeEntry } from "./node.ts";
import { PackBuilder } from "./pack-builder.ts";
import { encodeRoot } from "./root.ts";
import {
  chunkKey,
  packKey,
  type Content,
  type NodeRef,
  type Pack,
  type PackRange,
  type TreeDirectory,
  type TreeEntry,
} from "./tree.ts";

export interface SnapshotWriterOptions {
  /** SHA-256 in hexadecimal. */
  readonly hash: (bytes: Uint8Array) => string;
  /** Stores an object, whose bytes nobody uses any more. Resolves when the next one may come. */
  readonly put: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The base. Its contents are not stored again. */
  readonly base: TreeDirectory | null;
}

/** What a whole tree needs and has. */
export interface TreeFacts {
  readonly root: string;
  readonly objects: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

/** Stores the contents and the directories of a snapshot, except those that its base has. */
export class SnapshotWriter {
  private readonly ranges = new Map<string, PackRange>();
  private readonly nodes = new Map<string, NodeRef>();
  private readonly chunks = new Set<string>();
  private readonly options: SnapshotWriterOptions;
  private contents: PackBuilder;
  private directories: PackBuilder;
  private stored = 0;

  constructor(options: SnapshotWriterOptions) {
    this.options = options;
    const hash = options.hash;
    this.contents = new PackBuilder(PACK_BYTES + PACKED_FILE_BYTES, hash);
    this.directories = new PackBuilder(PACK_BYTES, hash);
    if (options.base !== null) this.know(options.base);
  }

  /** Bytes that were stored. */
  get storedBytes(): number {
    return this.stored;
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
    this.stored += bytes.length;
    await this.options.put(chunkKey(sha256), bytes);
    return sha256;
  }

  private async store(pack: PackBuilder): Promise<void> {
    const complete = pack.complete();
    if (complete === null) return;
    this.stored += complete.bytes.length;
    await this.options.put(packKey(complete.id), complete.bytes);
  }

  /** Stores the directories. Returns the tree with their locations. */
  async finish(tree: TreeDirectory): Promise<TreeDirectory> {
    await this.store(this.contents);
    const stored = await this.directory(tree);
    await this.store(this.directories);
    return stored;
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

/** What a stored tree needs and has. Throws `snapshot_incomplete` where it is too large. */
export function factsOf(tree: TreeDirectory): TreeFacts {
  if (tree.node === null) throw new Error("The tree is not stored.");
  const packs = new Set<Pack>();
  const chunks = new Set<string>();
  let [files, bytes, entries] = [0, 0, 0];
  const visit = (directory: TreeDirectory): void => {
    if (directory.node !== null) packs.add(directory.node.range.pack);
    entries += directory.entries.size;
    for (const entry of directory.entries.values()) {
      if (entry.type === "dir") {
        visit(entry);
        continue;
      }
      files++;
      if (entry.type !== "file") continue;
      bytes += entry.size;
      if (entry.content === null) continue;
      if ("chunks" in entry.content) for (const chunk of entry.content.chunks) chunks.add(chunk);
      else if (entry.content.range !== null) packs.add(entry.content.range.pack);
    }
  };
  visit(tree);
  if (entries > MOST_ENTRIES) throw incomplete("", `it has more than ${MOST_ENTRIES} entries.`);
  const objects = new Set([...chunks].map(chunkKey));
  for (const { id } of packs) objects.add(packKey(id));
  return { root: encodeRoot(tree.node), objects: [...objects].sort(), files, bytes };
}
