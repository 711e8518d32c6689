import { DomainError } from "../../errors/domain-error.ts";
import { collectBody, streamBytes } from "../../files/body.ts";
import { baseName, checkVolumePath, joinPath, parentPath } from "../../files/path.ts";
import type { SpooledBody, Staging } from "../../ports/volume.ts";
import type { MemoryVolumeSpec } from "./memory-volume.ts";
import { findNode, makeDirectories, type DirectoryNode, type FileNode } from "./tree.ts";

const DEFAULT_MODE = 0o644;

function inTheWay(path: string): DomainError {
  return new DomainError("already_exists", `Something else is in the way at ${JSON.stringify(path)}.`);
}

/** Throws `already_exists` where a merge would put a file in the place of a directory, or the reverse. */
function checkMerge(staged: DirectoryNode, target: DirectoryNode, path: string): void {
  for (const [name, node] of staged.children) {
    const there = target.children.get(name);
    if (there === undefined) continue;
    const childPath = joinPath(path, name);
    if (there.type === "dir" && node.type === "dir") checkMerge(node, there, childPath);
    else if (there.type !== node.type) throw inTheWay(childPath);
  }
}

/** Moves everything over, and gives the bytes of the files that were replaced. */
function merge(staged: DirectoryNode, target: DirectoryNode): number {
  let freed = 0;
  for (const [name, node] of staged.children) {
    const there = target.children.get(name);
    if (there?.type === "dir" && node.type === "dir") freed += merge(node, there);
    else {
      if (there?.type === "file") freed += there.bytes.length;
      target.children.set(name, node);
    }
  }
  return freed;
}

/** Files beside a tree in memory, put into it in one synchronous step. */
export class MemoryStaging implements Staging {
  private root: DirectoryNode;
  /** Bytes of the staged files. */
  private staged = 0;
  private readonly spooled = new Set<Uint8Array>();

  constructor(private readonly spec: MemoryVolumeSpec) {
    this.root = this.newDirectory();
  }

  private readonly newDirectory = (): DirectoryNode => ({
    type: "dir",
    children: new Map(),
    mtime: this.spec.clock.now(),
    version: this.spec.nextVersion(),
  });

  private async collect(
    body: Uint8Array | ReadableStream<Uint8Array>,
    maxBytes = Infinity,
  ): Promise<Uint8Array> {
    const { usage, maxBytes: quota } = this.spec;
    const checkRoom = (size: number) => {
      if (usage.bytes + size > quota) throw new DomainError("quota_exceeded", "The volume is full.");
    };
    const bytes = await collectBody(body, (size) => {
      if (size > maxBytes) {
        throw new DomainError("payload_too_large", `The body may have at most ${maxBytes} bytes.`);
      }
      checkRoom(size);
    });
    checkRoom(bytes.length);
    usage.bytes += bytes.length;
    return bytes;
  }

  async write(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    { mode = DEFAULT_MODE }: { readonly mode?: number } = {},
  ): Promise<void> {
    const { clock, nextVersion } = this.spec;
    try {
      const checked = checkVolumePath(path);
      if (checked === "") throw new DomainError("invalid_path", "The path is the root of the staging area.");
      const { node: parent } = makeDirectories(this.root, parentPath(checked), this.newDirectory);
      if (parent.children.has(baseName(checked))) throw inTheWay(checked);
      const bytes = await this.collect(body);
      this.staged += bytes.length;
      const file: FileNode = { type: "file", bytes, mode, mtime: clock.now(), version: nextVersion() };
      parent.children.set(baseName(checked), file);
    } catch (error) {
      if (body instanceof ReadableStream && !body.locked) await body.cancel(error).catch(() => undefined);
      throw error;
    }
  }

  async makeDirectory(path: string): Promise<void> {
    makeDirectories(this.root, checkVolumePath(path), this.newDirectory);
  }

  async spool(
    body: ReadableStream<Uint8Array>,
    { maxBytes }: { readonly maxBytes?: number } = {},
  ): Promise<SpooledBody> {
    const bytes = await this.collect(body, maxBytes);
    this.spooled.add(bytes);
    return {
      size: bytes.length,
      read: async (start, end) => streamBytes(bytes, start, end),
      release: async () => {
        this.release(bytes);
      },
    };
  }

  private release(bytes: Uint8Array): void {
    if (this.spooled.delete(bytes)) this.spec.usage.bytes -= bytes.length;
  }

  async commit(dest: string): Promise<void> {
    const checked = checkVolumePath(dest);
    const there = findNode(this.spec.root, checked);
    if (there?.type === "dir") checkMerge(this.root, there, checked);
    const { node: target } = makeDirectories(this.spec.root, checked, this.newDirectory);
    const staged = this.root;
    this.root = this.newDirectory();
    this.staged = 0;
    this.spec.usage.bytes -= merge(staged, target);
  }

  async discard(): Promise<void> {
    this.root = this.newDirectory();
    this.spec.usage.bytes -= this.staged;
    this.staged = 0;
    for (const bytes of this.spooled) this.release(bytes);
  }
}
