import { DomainError } from "../domain/errors/domain-error.ts";
import { checkVolumePath, pathSegments } from "../domain/files/path.ts";
import { byteRange } from "../domain/files/byte-range.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { ReadOptions } from "../ports/volume.ts";
import { bytesOfName, nameOfText, shownName, shownPath, textOfName, type ByteName } from "./byte-name.ts";
import { CHUNK_BYTES } from "./limits.ts";
import type { NodeEntry } from "./node.ts";
import { readFrom } from "./read-object.ts";
import { ObjectReader } from "./read-objects.ts";
import { decodeRoot } from "./root.ts";
import { contentId, type Content, type NodeRef, type PackRange } from "./tree.ts";

/** Something that a snapshot has. */
export interface SnapshotEntry {
  /** With U+FFFD for what is not UTF-8. */
  readonly path: string;
  readonly name: string;
  /** The bytes of the name, one character each. */
  readonly bytes: ByteName;
  readonly type: "file" | "dir" | "symlink";
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** Permission bits; 0o777 for a link. */
  readonly mode: number;
  /** Equal for equal contents, and different for others. */
  readonly content: string;
}

interface Found {
  readonly shown: SnapshotEntry;
  readonly entry: NodeEntry;
}

type Entries = ReadonlyMap<ByteName, NodeEntry>;

/** A file of a snapshot, or something else, with its bytes where they are few. */
export interface SnapshotContent {
  readonly entry: SnapshotEntry;
  readonly bytes: Uint8Array | null;
}

const LINK_MODE = 0o777;
/** Files that are read together: at most so many, with so many bytes. */
const MOST_TOGETHER = 1_000;
const MOST_BYTES_TOGETHER = 4_194_304;

export function toSnapshotEntry(directory: string, name: ByteName, entry: NodeEntry): SnapshotEntry {
  const common = { path: shownPath(directory, name), name: shownName(name), bytes: name, type: entry.type };
  switch (entry.type) {
    case "dir":
      return { ...common, size: 0, mode: entry.mode, content: entry.node.digest };
    case "symlink":
      return { ...common, size: entry.target.length, mode: LINK_MODE, content: `l:${entry.target}` };
    case "file":
      return { ...common, size: entry.size, mode: entry.mode, content: contentId(entry.content) ?? "" };
  }
}

type Packed = { readonly sha256: string; readonly range: PackRange };

/** Where the bytes of a file are that shares a pack; null for others, and for what is longer than `upTo`. */
function packedOf(entry: NodeEntry, upTo: number): Packed | null {
  if (entry.type !== "file" || entry.size > upTo) return null;
  const { content } = entry;
  if (content === null || "chunks" in content || content.range === null) return null;
  return { sha256: content.sha256, range: content.range };
}

const invalid = (what: string) => new DomainError("invalid_path", what);

/** Reads the files of a snapshot where they are stored. Directories and contents are verified by their hashes. */
export class SnapshotReader {
  private readonly root: NodeRef;
  private readonly reader: ObjectReader;
  /** The directories on the way to the last path, from the root: paths are mostly read in order. */
  private readonly last: { readonly digest: string; readonly entries: Entries }[] = [];

  constructor(objects: ObjectStore, root: string) {
    this.root = decodeRoot(root);
    this.reader = new ObjectReader(readFrom(objects));
  }

  /** The entry at a path; null where there is none, and for the root. Links are not followed. */
  async stat(path: string): Promise<SnapshotEntry | null> {
    return (await this.find(path))?.shown ?? null;
  }

  /** The entries of a directory, sorted by the bytes of their names. */
  async list(path: string): Promise<readonly SnapshotEntry[]> {
    const checked = checkVolumePath(path);
    return [...(await this.entriesOf(checked))].map(([name, entry]) => toSnapshotEntry(checked, name, entry));
  }

  /** Everything below a directory, each directory before its entries. */
  async *walk(path = ""): AsyncGenerator<SnapshotEntry, void> {
    const checked = checkVolumePath(path);
    for await (const { shown } of this.walkBelow(checked, await this.entriesOf(checked))) yield shown;
  }

  /** Reads the directories of a directory together: their nodes are near each other. */
  private async *walkBelow(
    path: string,
    all: Entries,
    isTaken: (name: ByteName) => boolean = () => true,
  ): AsyncGenerator<Found, void> {
    const entries = [...all].filter(([name]) => isTaken(name));
    const refs = entries.flatMap(([, entry]) => (entry.type === "dir" ? [entry.node] : []));
    const below = (await this.reader.nodes(refs)).values();
    for (const [name, entry] of entries) {
      const shown = toSnapshotEntry(path, name, entry);
      yield { shown, entry };
      if (entry.type === "dir") yield* this.walkBelow(shown.path, below.next().value ?? new Map(), isTaken);
    }
  }

  /** What `walk` gives and `read` can read, files of at most `upTo` bytes with their bytes, which are read together. */
  async *readBelow(path: string, upTo: number): AsyncGenerator<SnapshotContent, void> {
    const checked = checkVolumePath(path);
    const isReadable = (name: ByteName) => textOfName(name) !== null;
    let [together, bytes]: [Found[], number] = [[], 0];
    for await (const found of this.walkBelow(checked, await this.entriesOf(checked), isReadable)) {
      together.push(found);
      bytes += found.shown.size <= upTo ? found.shown.size : 0;
      if (together.length < MOST_TOGETHER && bytes < MOST_BYTES_TOGETHER) continue;
      yield* await this.contentsOf(together, upTo);
      [together, bytes] = [[], 0];
    }
    yield* await this.contentsOf(together, upTo);
  }

  private async contentsOf(together: readonly Found[], upTo: number): Promise<SnapshotContent[]> {
    const packed = together.map(({ entry }) => packedOf(entry, upTo));
    const contents = (await this.reader.packed(packed.filter((each) => each !== null))).values();
    return together.map(({ shown }, index) => {
      const isEmpty = shown.type === "file" && shown.size === 0;
      // A copy: what was read in one call stays in memory as long as a part of it.
      if (packed[index] !== null) return { entry: shown, bytes: contents.next().value?.slice() ?? null };
      return { entry: shown, bytes: isEmpty ? new Uint8Array() : null };
    });
  }

  /** The bytes of a file, or a part of them. What is read is verified before it is given. A link is `invalid_path`. */
  async read(
    path: string,
    options: ReadOptions = {},
  ): Promise<{ readonly entry: SnapshotEntry; readonly body: ReadableStream<Uint8Array> }> {
    const { shown, entry } = await this.found(path);
    if (entry.type !== "file" || entry.content === null) throw invalid("The path is not a file.");
    const { start, stop } = byteRange(options, entry.size);
    const parts = this.parts(entry.content, start, stop);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = await parts.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await parts.return();
      },
    });
    return { entry: shown, body };
  }

  /** The target of a link, as bytes. */
  async readLink(path: string): Promise<Uint8Array> {
    const { entry } = await this.found(path);
    if (entry.type !== "symlink") throw invalid("The path is no symbolic link.");
    return bytesOfName(entry.target);
  }

  private async *parts(content: Content, start: number, stop: number): AsyncGenerator<Uint8Array, void> {
    if (!("chunks" in content)) {
      const { sha256, range } = content;
      if (range === null) throw new Error("The content is not stored.");
      const [bytes] = await this.reader.packed([{ sha256, range }]);
      if (bytes !== undefined && stop > start) yield bytes.subarray(start, stop);
      return;
    }
    for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES < stop; index++) {
      const bytes = await this.reader.chunk(content.chunks[index] ?? "");
      const begin = index * CHUNK_BYTES;
      yield bytes.subarray(Math.max(0, start - begin), Math.min(bytes.length, stop - begin));
    }
  }

  /** The entries of the directory that a path names after so many names. */
  private async entries(node: NodeRef, depth: number): Promise<Entries> {
    const last = this.last[depth];
    if (last?.digest === node.digest) return last.entries;
    const [entries = new Map<ByteName, NodeEntry>()] = await this.reader.nodes([node]);
    this.last[depth] = { digest: node.digest, entries };
    return entries;
  }

  private async entriesOf(path: string): Promise<Entries> {
    if (path === "") return this.entries(this.root, 0);
    const { entry } = await this.found(path);
    if (entry.type !== "dir") throw invalid("The path is not a directory.");
    return this.entries(entry.node, pathSegments(path).length);
  }

  private async found(path: string): Promise<Found> {
    const found = await this.find(path);
    if (found === null) throw new DomainError("not_found", "There is nothing at that path in the snapshot.");
    return found;
  }

  private async find(path: string): Promise<Found | null> {
    const segments = pathSegments(checkVolumePath(path));
    let node = this.root;
    for (const [depth, segment] of segments.entries()) {
      const name = nameOfText(segment);
      const entry = (await this.entries(node, depth)).get(name);
      if (entry === undefined) return null;
      if (depth === segments.length - 1)
        return { shown: toSnapshotEntry(segments.slice(0, -1).join("/"), name, entry), entry };
      if (entry.type !== "dir") return null;
      node = entry.node;
    }
    return null;
  }
}
