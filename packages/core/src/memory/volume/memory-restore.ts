import { DomainError } from "../../domain/errors/domain-error.ts";
import { textOfName, type ByteName } from "../../snapshots/byte-name.ts";
import type { RestoreAction } from "../../snapshots/plan-restore.ts";
import type { MemoryVolumeSpec } from "./memory-volume.ts";
import { newDirectory, newFile, useOf, type DirectoryNode, type Node } from "./tree.ts";

/** An action of a restore; a file with its bytes. */
export type MemoryChange =
  | Exclude<RestoreAction, { readonly type: "file" }>
  | (Extract<RestoreAction, { readonly type: "file" }> & { readonly bytes: Uint8Array });

const cannotHold = (what: string) =>
  new DomainError("invalid_request", `The snapshot has ${what}, which this volume does not support.`);

function segmentsOf(names: readonly ByteName[]): string[] {
  return names.map((name) => {
    const text = textOfName(name);
    if (text === null) throw cannotHold("a name that is not UTF-8");
    return text;
  });
}

function copyOf(directory: DirectoryNode): DirectoryNode {
  const children = [...directory.children].map(([name, node]): [string, Node] => [
    name,
    node.type === "dir" ? copyOf(node) : node,
  ]);
  return { ...directory, children: new Map(children) };
}

/** Makes all changes in one step, or none where they do not fit into the quota. */
export function applyToMemory(spec: MemoryVolumeSpec, changes: readonly MemoryChange[]): void {
  const { root, usage, quota } = spec;
  const copy = copyOf(root);

  function parentOf(segments: readonly string[]): DirectoryNode {
    let node = copy;
    for (const segment of segments.slice(0, -1)) {
      const child = node.children.get(segment);
      node = child?.type === "dir" ? child : addDirectory(node, segment);
    }
    return node;
  }

  function addDirectory(parent: DirectoryNode, name: string): DirectoryNode {
    const made = newDirectory(spec);
    parent.children.set(name, made);
    return made;
  }

  function apply(change: MemoryChange): void {
    const segments = segmentsOf(change.names);
    const { children } = parentOf(segments);
    const name = segments.at(-1) ?? "";
    const there = children.get(name);
    switch (change.type) {
      case "remove":
        if (there?.type === "file") children.delete(name);
        break;
      case "remove-directory":
        if (there?.type === "dir" && there.children.size === 0) children.delete(name);
        break;
      case "directory":
        if (there?.type !== "dir") addDirectory(parentOf(segments), name);
        break;
      case "file":
        children.set(name, newFile(spec, change.bytes, change.mode));
        break;
      case "mode":
        if (there?.type === "file") children.set(name, newFile(spec, there.bytes, change.mode));
        break;
      case "link":
        throw cannotHold("symbolic links");
    }
  }

  for (const change of changes) apply(change);
  const [before, after] = [useOf(root), useOf(copy)];
  const more = { bytes: after.bytes - before.bytes, inodes: after.inodes - before.inodes };
  if (more.bytes > 0 || more.inodes > 0) usage.check(more, quota);
  usage.release({ bytes: -more.bytes, inodes: -more.inodes });
  root.children.clear();
  for (const [name, node] of copy.children) root.children.set(name, node);
}
