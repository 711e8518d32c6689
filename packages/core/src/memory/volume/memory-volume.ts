import { collectBody, streamBytes } from "@workspace-agent/archives";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { byteRange } from "../../domain/files/byte-range.ts";
import { baseName, checkVolumePath, isInside, parentPath } from "../../domain/files/path.ts";
import { EntryCollector } from "../../files/entry-collector.ts";
import type {
  ListOptions,
  ReadOptions,
  Staging,
  Volume,
  VolumeCapabilities,
  VolumeEntry,
  VolumeUse,
  WriteOptions,
} from "../../ports/volume.ts";
import type { VolumeSnapshots } from "../../ports/volume-snapshots.ts";
import { MemorySnapshots } from "./memory-snapshots.ts";
import { MemoryStaging } from "./memory-staging.ts";
import { DEFAULT_MODE, entriesBelow, findNode, makeDirectories, newFile, toEntry, useOf } from "./tree.ts";
import type { DirectoryNode, FileNode, Node, TreeSpec } from "./tree.ts";

const notFound = () => new DomainError("not_found", "There is nothing at that path.");
const isRoot = () => new DomainError("invalid_path", "The path is the root of the volume.");
const otherFile = () =>
  new DomainError("precondition_failed", "The file is not the one that the condition names.");

export interface MemoryVolumeSpec extends TreeSpec {
  readonly root: DirectoryNode;
  /** The tree that the quota is for, of which `root` may be a part. */
  readonly tree: DirectoryNode;
  /** Names the tree. Only workspaces' own have one. */
  readonly copyId?: string;
}

/** Every change is one synchronous step, so no reader can see a part of it. */
export class MemoryVolume implements Volume {
  readonly capabilities: VolumeCapabilities = { hostPath: false, quota: true };
  readonly snapshots?: VolumeSnapshots;

  constructor(private readonly spec: MemoryVolumeSpec) {
    if (spec.copyId !== undefined) this.snapshots = new MemorySnapshots(spec, spec.copyId);
  }

  get quota(): VolumeUse {
    return this.spec.quota;
  }

  private find(path: string): Node {
    const node = findNode(this.spec.root, path);
    if (node === null) throw notFound();
    return node;
  }

  private childrenOf(path: string): Map<string, Node> {
    return makeDirectories(this.spec.root, parentPath(path), this.spec).node.children;
  }

  async stat(path: string): Promise<VolumeEntry | null> {
    const checked = checkVolumePath(path);
    const node = findNode(this.spec.root, checked);
    return node === null ? null : toEntry(checked, node);
  }

  async list(path: string, options: ListOptions = {}): ReturnType<Volume["list"]> {
    const checked = checkVolumePath(path);
    const node = this.find(checked);
    if (node.type === "file") throw new DomainError("invalid_path", "The path is not a directory.");
    const collector = new EntryCollector(options);
    for (const entry of entriesBelow(checked, node, options.recursive ?? false)) {
      if (!collector.offer(entry)) break;
    }
    return { entries: collector.entries, truncated: collector.truncated };
  }

  async read(path: string, options: ReadOptions = {}): ReturnType<Volume["read"]> {
    const checked = checkVolumePath(path);
    const node = this.find(checked);
    if (node.type === "dir") throw new DomainError("invalid_path", "The path is a directory.");
    const { start, stop } = byteRange(options, node.bytes.length);
    return { entry: toEntry(checked, node), body: streamBytes(node.bytes, start, stop) };
  }

  async readLink(path: string): Promise<string> {
    this.find(checkVolumePath(path));
    throw new DomainError("invalid_path", "The path is no symbolic link.");
  }

  async write(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: WriteOptions = {},
  ): Promise<{ entry: VolumeEntry; created: boolean }> {
    try {
      return await this.writeBody(checkVolumePath(path), body, options);
    } catch (error) {
      if (body instanceof ReadableStream && !body.locked) await body.cancel(error).catch(() => {});
      throw error;
    }
  }

  private async writeBody(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ entry: VolumeEntry; created: boolean }> {
    const { ifMatch, maxBytes = Infinity } = options;
    const replaced = this.writable(path, ifMatch);
    const freed = replaced?.bytes.length ?? 0;
    const bytes = await collectBody(body, (size) => {
      if (size > maxBytes) {
        throw new DomainError("payload_too_large", `The file may have at most ${maxBytes} bytes.`);
      }
      this.spec.usage.check({ bytes: size - freed, inodes: 0 }, this.spec.quota);
    });
    return this.commit(path, bytes, options);
  }

  /** The file that a write to this path replaces, or null. */
  private writable(path: string, ifMatch: string | null | undefined): FileNode | null {
    if (path === "") throw isRoot();
    const node = findNode(this.spec.root, path);
    const etag = node === null ? null : toEntry(path, node).etag;
    if (ifMatch !== undefined && ifMatch !== etag) throw otherFile();
    if (node?.type === "dir") throw new DomainError("already_exists", "A directory is at that path.");
    for (let parent = parentPath(path); parent !== ""; parent = parentPath(parent)) {
      if (findNode(this.spec.root, parent)?.type === "file") {
        throw new DomainError("already_exists", "A file is in the way.");
      }
    }
    return node;
  }

  private commit(path: string, bytes: Uint8Array, { ifMatch, mode = DEFAULT_MODE }: WriteOptions) {
    const replaced = this.writable(path, ifMatch);
    const { usage, quota } = this.spec;
    const use = { bytes: bytes.length - (replaced?.bytes.length ?? 0), inodes: replaced === null ? 1 : 0 };
    usage.check(use, quota);
    const children = this.childrenOf(path);
    usage.take(use, quota);
    const node = newFile(this.spec, bytes, replaced?.mode ?? mode);
    children.set(baseName(path), node);
    return { entry: toEntry(path, node), created: replaced === null };
  }

  async makeDirectory(path: string): Promise<{ entry: VolumeEntry; created: boolean }> {
    const checked = checkVolumePath(path);
    const { node, created } = makeDirectories(this.spec.root, checked, this.spec);
    return { entry: toEntry(checked, node), created };
  }

  async remove(path: string, { ifMatch }: { readonly ifMatch?: string } = {}): Promise<void> {
    const checked = checkVolumePath(path);
    if (checked === "") throw isRoot();
    const removed = findNode(this.spec.root, checked);
    const etag = removed === null ? null : toEntry(checked, removed).etag;
    if (ifMatch !== undefined && ifMatch !== etag) throw otherFile();
    this.spec.usage.release(useOf(this.find(checked)));
    this.childrenOf(checked).delete(baseName(checked));
  }

  async move(
    src: string,
    dest: string,
    { overwrite = false }: { readonly overwrite?: boolean } = {},
  ): Promise<VolumeEntry> {
    const from = checkVolumePath(src);
    const to = checkVolumePath(dest);
    if (from === "" || to === "") throw isRoot();
    const node = this.find(from);
    if (node.type === "dir" && isInside(to, from)) {
      throw new DomainError("invalid_path", "A directory cannot be moved into itself.");
    }
    const replaced = findNode(this.spec.root, to);
    if (replaced !== null && !overwrite) {
      throw new DomainError("already_exists", "Something is at the destination.");
    }
    if (isInside(from, to)) {
      throw new DomainError("invalid_path", "A directory cannot be replaced by what it holds.");
    }
    if (replaced === node) return toEntry(to, node);
    const target = this.childrenOf(to);
    if (replaced !== null) this.spec.usage.release(useOf(replaced));
    this.childrenOf(from).delete(baseName(from));
    target.set(baseName(to), node);
    return toEntry(to, node);
  }

  async stage(): Promise<Staging> {
    return new MemoryStaging(this.spec);
  }

  async usage(): Promise<VolumeUse> {
    const { bytes, inodes } = useOf(this.spec.tree);
    return { bytes, inodes: inodes - 1 };
  }
}
