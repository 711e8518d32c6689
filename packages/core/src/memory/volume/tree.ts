import { DomainError } from "../../domain/errors/domain-error.ts";
import { baseName, joinPath, pathSegments } from "../../domain/files/path.ts";
import type { Clock } from "../../ports/clock.ts";
import type { VolumeEntry, VolumeUse } from "../../ports/volume.ts";
import type { MemoryUsage } from "./memory-usage.ts";

export const DEFAULT_MODE = 0o644;
const OWNER_MAY_RUN = 0o100;

export interface FileNode {
  readonly type: "file";
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
  readonly mtime: number;
  readonly version: number;
}

export interface DirectoryNode {
  readonly type: "dir";
  readonly children: Map<string, Node>;
  readonly mtime: number;
  readonly version: number;
}

export type Node = FileNode | DirectoryNode;

/** What the nodes of a tree are made with, and what they count for. */
export interface TreeSpec {
  /** Shared by all volumes on the same tree. */
  readonly usage: MemoryUsage;
  readonly clock: Clock;
  /** A number that was never given before. */
  readonly nextVersion: () => number;
  readonly quota: VolumeUse;
}

type Stamps = Pick<TreeSpec, "clock" | "nextVersion">;

export function newDirectory({ clock, nextVersion }: Stamps): DirectoryNode {
  return { type: "dir", children: new Map(), mtime: clock.now(), version: nextVersion() };
}

export function newFile({ clock, nextVersion }: Stamps, bytes: Uint8Array, mode: number): FileNode {
  return { type: "file", bytes, mode, mtime: clock.now(), version: nextVersion() };
}

export function toEntry(path: string, node: Node): VolumeEntry {
  return {
    path,
    name: baseName(path),
    type: node.type,
    size: node.type === "file" ? node.bytes.length : 0,
    mtime: node.mtime,
    executable: node.type === "file" && (node.mode & OWNER_MAY_RUN) !== 0,
    etag: node.version.toString(36),
  };
}

/** What is at a checked path, or null; below a file there is nothing. */
export function findNode(root: DirectoryNode, path: string): Node | null {
  let node: Node = root;
  for (const segment of pathSegments(path)) {
    const child: Node | undefined = node.type === "dir" ? node.children.get(segment) : undefined;
    if (child === undefined) return null;
    node = child;
  }
  return node;
}

/** The directory at a checked path, made with its parents, which count. A file on the way is `already_exists`. */
export function makeDirectories(
  root: DirectoryNode,
  path: string,
  spec: TreeSpec,
): { readonly node: DirectoryNode; readonly created: boolean } {
  let node = root;
  let created = false;
  for (const segment of pathSegments(path)) {
    const child = node.children.get(segment);
    if (child?.type === "file") throw new DomainError("already_exists", "A file is in the way.");
    created = child === undefined;
    if (created) spec.usage.take({ bytes: 0, inodes: 1 }, spec.quota);
    const next = child ?? newDirectory(spec);
    node.children.set(segment, next);
    node = next;
  }
  return { node, created };
}

/** What a directory holds, by name, each directory before what it holds. */
export function* entriesBelow(
  path: string,
  directory: DirectoryNode,
  recursive: boolean,
): Generator<VolumeEntry> {
  for (const name of [...directory.children.keys()].sort()) {
    const child = directory.children.get(name);
    if (child === undefined) continue;
    const childPath = joinPath(path, name);
    yield toEntry(childPath, child);
    if (recursive && child.type === "dir") yield* entriesBelow(childPath, child, true);
  }
}

/** What a file or a directory takes, with all that is below it. */
export function useOf(node: Node): VolumeUse {
  if (node.type === "file") return { bytes: node.bytes.length, inodes: 1 };
  let [bytes, inodes] = [0, 1];
  for (const child of node.children.values()) {
    const below = useOf(child);
    bytes += below.bytes;
    inodes += below.inodes;
  }
  return { bytes, inodes };
}
