import { collectBody, streamBytes } from "@workspace-agent/archives";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { baseName, checkVolumePath, joinPath, parentPath } from "../../domain/files/path.ts";
import type { SpooledBody, Staging, VolumeUse } from "../../ports/volume.ts";
import type { MemoryVolumeSpec } from "./memory-volume.ts";
import { DEFAULT_MODE, findNode, makeDirectories, newDirectory, newFile, useOf } from "./tree.ts";
import type { DirectoryNode } from "./tree.ts";

function inTheWay(path: string): DomainError {
  return new DomainError("already_exists", `Something else is in the way at ${JSON.stringify(path)}.`);
}

/** Throws `already_exists` where a merge would put a file instead of a directory, or the reverse. */
function checkMerge(staged: DirectoryNode, target: DirectoryNode, path: string): void {
  for (const [name, node] of staged.children) {
    const there = target.children.get(name);
    if (there === undefined) continue;
    const childPath = joinPath(path, name);
    if (there.type === "dir" && node.type === "dir") checkMerge(node, there, childPath);
    else if (there.type !== node.type) throw inTheWay(childPath);
  }
}

/** Moves everything over; `onFreed` receives each file that is replaced, and each directory that both have. */
function merge(staged: DirectoryNode, target: DirectoryNode, onFreed: (use: VolumeUse) => void): void {
  for (const [name, node] of staged.children) {
    const there = target.children.get(name);
    if (there?.type === "dir" && node.type === "dir") {
      onFreed({ bytes: 0, inodes: 1 });
      merge(node, there, onFreed);
    } else {
      if (there !== undefined) onFreed(useOf(there));
      target.children.set(name, node);
    }
  }
}

/** Files beside a tree in memory, put into it in one synchronous step. */
export class MemoryStaging implements Staging {
  private root: DirectoryNode;
  private readonly spooled = new Set<Uint8Array>();

  constructor(private readonly spec: MemoryVolumeSpec) {
    this.root = newDirectory(spec);
  }

  private async collect(
    body: Uint8Array | ReadableStream<Uint8Array>,
    maxBytes = Infinity,
  ): Promise<Uint8Array> {
    const { usage, quota } = this.spec;
    const bytes = await collectBody(body, (size) => {
      if (size > maxBytes) {
        throw new DomainError("payload_too_large", `The body may have at most ${maxBytes} bytes.`);
      }
      usage.check({ bytes: size, inodes: 1 }, quota);
    });
    usage.take({ bytes: bytes.length, inodes: 1 }, quota);
    return bytes;
  }

  async write(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    { mode = DEFAULT_MODE }: { readonly mode?: number } = {},
  ): Promise<void> {
    try {
      const checked = checkVolumePath(path);
      if (checked === "") throw new DomainError("invalid_path", "The path is the root of the staging area.");
      const { node: parent } = makeDirectories(this.root, parentPath(checked), this.spec);
      if (parent.children.has(baseName(checked))) throw inTheWay(checked);
      const bytes = await this.collect(body);
      parent.children.set(baseName(checked), newFile(this.spec, bytes, mode));
    } catch (error) {
      if (body instanceof ReadableStream && !body.locked) await body.cancel(error).catch(() => undefined);
      throw error;
    }
  }

  async copy(path: string, from: string): Promise<void> {
    const file = findNode(this.root, checkVolumePath(from));
    if (file?.type !== "file")
      throw new DomainError("not_found", "There is no such file in the staging area.");
    await this.write(path, file.bytes, { mode: file.mode });
  }

  async symlink(path: string, target: string): Promise<void> {
    checkVolumePath(path);
    throw new DomainError(
      "invalid_request",
      `This volume holds no symbolic links, such as ${JSON.stringify(path)} to ${JSON.stringify(target)}.`,
    );
  }

  async makeDirectory(path: string): Promise<void> {
    makeDirectories(this.root, checkVolumePath(path), this.spec);
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
    if (this.spooled.delete(bytes)) this.spec.usage.release({ bytes: bytes.length, inodes: 1 });
  }

  async commit(dest: string): Promise<void> {
    const checked = checkVolumePath(dest);
    const there = findNode(this.spec.root, checked);
    if (there?.type === "dir") checkMerge(this.root, there, checked);
    const { node: target } = makeDirectories(this.spec.root, checked, this.spec);
    const staged = this.root;
    this.root = newDirectory(this.spec);
    merge(staged, target, (use) => {
      this.spec.usage.release(use);
    });
  }

  async discard(): Promise<void> {
    for (const node of this.root.children.values()) this.spec.usage.release(useOf(node));
    this.root = newDirectory(this.spec);
    for (const bytes of this.spooled) this.release(bytes);
  }
}
