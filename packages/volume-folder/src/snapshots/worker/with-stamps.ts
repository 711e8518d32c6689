import {
  contentId,
  directoryAt,
  type ByteName,
  type TreeDirectory,
  type TreeEntry,
} from "@workspace-agent/core/snapshots";

/** A stored tree with the stamps that its files had on this host, where they were there with the same content. */
export function withStamps(tree: TreeDirectory, found: TreeDirectory | undefined): TreeDirectory {
  const entries = new Map<ByteName, TreeEntry>();
  for (const [name, entry] of tree.entries) {
    if (entry.type === "dir") entries.set(name, withStamps(entry, directoryAt(found, name)));
    else if (entry.type === "symlink") entries.set(name, entry);
    else {
      const there = found?.entries.get(name);
      const isSame =
        there?.type === "file" &&
        there.mode === entry.mode &&
        there.content !== null &&
        contentId(there.content) === contentId(entry.content);
      entries.set(name, isSame ? { ...entry, stamp: there.stamp } : entry);
    }
  }
  return { ...tree, entries };
}
