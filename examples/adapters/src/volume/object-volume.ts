import { DomainError } from "@workspace-agent/core";
import {
  byteRange,
  checkVolumePath,
  collectBody,
  EntryCollector,
  isInside,
  joinPath,
  parentPath,
  streamBytes,
  type ListOptions,
  type ReadOptions,
  type Volume,
  type VolumeEntry,
  type VolumeUse,
  type WriteOptions,
} from "@workspace-agent/core/ports";
import type { StoredTree } from "./stored-tree.ts";
import {
  entryOf,
  makeDirectories,
  nodeAt,
  pathsBelow,
  removeAt,
  useOf,
  type Node,
  type Tree,
} from "./tree.ts";

const notFound = () => new DomainError("not_found", "There is nothing at that path.");
const isRoot = () => new DomainError("invalid_path", "The path is the root of the volume.");
const full = () => new DomainError("quota_exceeded", "The volume is full.");

/** Files in an object storage. `root` is the folder of the tree that the volume shows; empty: all of it. */
export class ObjectVolume implements Volume {
  readonly capabilities = { hostPath: false, quota: false };
  readonly quota: VolumeUse;
  private readonly stored: StoredTree;
  private readonly root: string;

  constructor(stored: StoredTree, root: string, quota: VolumeUse) {
    this.stored = stored;
    this.root = root;
    this.quota = quota;
  }

  /** Checks a path, and returns it as the path in the tree. */
  private inside(path: string): string {
    const checked = checkVolumePath(path);
    return checked === "" ? this.root : joinPath(this.root, checked);
  }

  private entry(path: string, node: Node): VolumeEntry {
    return entryOf(this.root === "" ? path : path.slice(this.root.length + 1), node);
  }

  async stat(path: string): Promise<VolumeEntry | null> {
    const at = this.inside(path);
    const node = nodeAt(await this.stored.read(), at);
    return node === undefined ? null : this.entry(at, node);
  }

  async list(path: string, options: ListOptions = {}) {
    const at = this.inside(path);
    const tree = await this.stored.read();
    const directory = nodeAt(tree, at);
    if (directory === undefined) throw notFound();
    if (directory.type === "file") throw new DomainError("invalid_path", "The path is not a directory.");
    const collector = new EntryCollector(options);
    for (const below of pathsBelow(tree, at)) {
      if (options.recursive !== true && parentPath(below) !== at) continue;
      const node = nodeAt(tree, below);
      if (node !== undefined && !collector.offer(this.entry(below, node))) break;
    }
    return { entries: collector.entries, truncated: collector.truncated };
  }

  async read(path: string, options: ReadOptions = {}) {
    const at = this.inside(path);
    let missing: string | null = null;
    for (;;) {
      const node = nodeAt(await this.stored.read(), at);
      if (node === undefined) throw notFound();
      if (node.type === "dir") throw new DomainError("invalid_path", "The path is a directory.");
      const { start, stop } = byteRange(options, node.size);
      const bytes = await this.stored.content(node);
      if (bytes !== null) return { entry: this.entry(at, node), body: streamBytes(bytes, start, stop) };
      // A change has replaced it meanwhile.
      if (node.content === missing)
        throw new DomainError("object_corrupt", "The content of the file is missing.");
      missing = node.content;
    }
  }

  async readLink(path: string): Promise<string> {
    if ((await this.stat(path)) === null) throw notFound();
    throw new DomainError("invalid_path", "The path is no symbolic link.");
  }

  async write(path: string, body: Uint8Array | ReadableStream<Uint8Array>, options: WriteOptions = {}) {
    try {
      return await this.writeBody(this.inside(path), body, options);
    } catch (error) {
      // A body that is refused is cancelled.
      if (body instanceof ReadableStream && !body.locked) await body.cancel(error).catch(() => undefined);
      throw error;
    }
  }

  private async writeBody(
    at: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    { ifMatch, maxBytes = Infinity, mode = 0o644 }: WriteOptions,
  ): Promise<{ readonly entry: VolumeEntry; readonly created: boolean }> {
    const before = await this.stored.read();
    this.checkWritable(before, at, ifMatch);
    const free = this.quota.bytes - useOf(before).bytes + sizeAt(before, at);
    const bytes = await collectBody(body, (size) => {
      if (size > maxBytes)
        throw new DomainError("payload_too_large", `At most ${maxBytes} bytes are allowed.`);
      if (size > free) throw full();
    });
    const content = await this.stored.addContent(bytes);
    const put = (tree: Tree) => {
      // Others may have written while the body came.
      const replaced = this.checkWritable(tree, at, ifMatch);
      makeDirectories(tree, parentPath(at));
      const node = {
        type: "file",
        size: bytes.length,
        mtime: Date.now(),
        mode: replaced?.type === "file" ? replaced.mode : mode,
        etag: crypto.randomUUID(),
        content,
      } as const;
      tree.set(at, node);
      this.checkQuota(tree);
      return { entry: this.entry(at, node), created: replaced === undefined };
    };
    return this.stored.change(put, [content]);
  }

  /** What a write to this path replaces. */
  private checkWritable(tree: Tree, at: string, ifMatch: string | null | undefined): Node | undefined {
    if (at === this.root) throw isRoot();
    const node = nodeAt(tree, at);
    checkEtag(node, ifMatch);
    if (node?.type === "dir") throw new DomainError("already_exists", "A directory is at that path.");
    for (let parent = parentPath(at); parent !== ""; parent = parentPath(parent))
      if (nodeAt(tree, parent)?.type === "file")
        throw new DomainError("already_exists", "A file is in the way.");
    return node;
  }

  private checkQuota(tree: Tree): void {
    const { bytes, inodes } = useOf(tree);
    if (bytes > this.quota.bytes || inodes > this.quota.inodes) throw full();
  }

  async makeDirectory(path: string) {
    const at = this.inside(path);
    return this.stored.change((tree) => {
      const created = makeDirectories(tree, at);
      if (created) this.checkQuota(tree);
      const node = nodeAt(tree, at);
      if (node === undefined) throw notFound();
      return { entry: this.entry(at, node), created };
    });
  }

  async remove(path: string, { ifMatch }: { readonly ifMatch?: string } = {}): Promise<void> {
    const at = this.inside(path);
    if (at === this.root) throw isRoot();
    await this.stored.change((tree) => {
      const node = nodeAt(tree, at);
      checkEtag(node, ifMatch);
      if (node === undefined) throw notFound();
      removeAt(tree, at);
    });
  }

  async move(src: string, dest: string, { overwrite = false }: { readonly overwrite?: boolean } = {}) {
    const [from, to] = [this.inside(src), this.inside(dest)];
    if (from === this.root || to === this.root) throw isRoot();
    return this.stored.change((tree) => {
      const node = nodeAt(tree, from);
      if (node === undefined) throw notFound();
      if (isInside(to, from) && node.type === "dir")
        throw new DomainError("invalid_path", "A directory cannot be moved into itself.");
      if (nodeAt(tree, to) !== undefined && !overwrite)
        throw new DomainError("already_exists", "Something is at the destination.");
      if (isInside(from, to))
        throw new DomainError("invalid_path", "A directory cannot be replaced by what it holds.");
      if (from === to) return this.entry(to, node);
      const moved = [from, ...pathsBelow(tree, from)].flatMap((path) => {
        const each = nodeAt(tree, path);
        return each === undefined ? [] : [[to + path.slice(from.length), each] as const];
      });
      removeAt(tree, to);
      makeDirectories(tree, parentPath(to));
      removeAt(tree, from);
      for (const [path, each] of moved) tree.set(path, each);
      this.checkQuota(tree);
      return this.entry(to, node);
    });
  }

  async usage(): Promise<VolumeUse> {
    return useOf(await this.stored.read());
  }
}

function checkEtag(node: Node | undefined, ifMatch: string | null | undefined): void {
  if (ifMatch !== undefined && ifMatch !== (node?.etag ?? null))
    throw new DomainError("precondition_failed", "The file is not the one that the condition names.");
}

function sizeAt(tree: Tree, path: string): number {
  const node = nodeAt(tree, path);
  return node?.type === "file" ? node.size : 0;
}
