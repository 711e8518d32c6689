import { DomainError } from "@workspace-agent/core";
import {
  baseName,
  isInside,
  parentPath,
  type VolumeEntry,
  type VolumeUse,
} from "@workspace-agent/core/ports";

export interface FileNode {
  readonly type: "file";
  readonly size: number;
  readonly mtime: number;
  readonly mode: number;
  readonly etag: string;
  /** The object that holds its content. */
  readonly content: string;
}

export interface DirectoryNode {
  readonly type: "dir";
  readonly mtime: number;
  readonly etag: string;
}

export type Node = FileNode | DirectoryNode;

/** All files and directories by path. The root is not among them. */
export type Tree = Map<string, Node>;

const ROOT: DirectoryNode = { type: "dir", mtime: 0, etag: "root" };

export const nodeAt = (tree: Tree, path: string): Node | undefined => (path === "" ? ROOT : tree.get(path));

export function entryOf(path: string, node: Node): VolumeEntry {
  const isFile = node.type === "file";
  return {
    path,
    name: baseName(path),
    type: node.type,
    size: isFile ? node.size : 0,
    mtime: node.mtime,
    executable: isFile && (node.mode & 0o100) !== 0,
    etag: node.etag,
  };
}

/** A name never has a NUL, which sorts before all others: so a directory comes right before what it holds. */
const sortKey = (path: string) => path.replaceAll("/", "\0");

/** The paths below a directory, in the order of a recursive listing. */
export function pathsBelow(tree: Tree, directory: string): string[] {
  const keys = [...tree.keys()].filter((path) => isInside(path, directory)).map(sortKey);
  return keys.sort().map((key) => key.replaceAll("\0", "/"));
}

/** Makes a directory and its parents; true: it was not there. Throws `already_exists` where a file is. */
export function makeDirectories(tree: Tree, path: string): boolean {
  const there = nodeAt(tree, path);
  if (there?.type === "file") throw new DomainError("already_exists", "A file is in the way.");
  if (there !== undefined) return false;
  makeDirectories(tree, parentPath(path));
  tree.set(path, { type: "dir", mtime: Date.now(), etag: crypto.randomUUID() });
  return true;
}

/** Removes what is at a path, with all below it. */
export function removeAt(tree: Tree, path: string): void {
  for (const below of pathsBelow(tree, path)) tree.delete(below);
  tree.delete(path);
}

export function useOf(tree: Tree): VolumeUse {
  let bytes = 0;
  for (const node of tree.values()) if (node.type === "file") bytes += node.size;
  return { bytes, inodes: tree.size };
}
