import { damaged } from "./failures.ts";
import { MOST_ENTRIES, MOST_LEVELS } from "./limits.ts";
import type { NodeDirectory } from "./node.ts";
import type { ByteName } from "./byte-name.ts";
import type { ObjectReader } from "./read-objects.ts";
import type { NodeRef, TreeDirectory, TreeEntry } from "./tree.ts";

const ROOT_MODE = 0o755;
/** The directories that are read together. */
const BATCH = 512;

interface Mutable extends TreeDirectory {
  readonly node: NodeRef;
  readonly entries: Map<ByteName, TreeEntry>;
}

const directoryOf = ({ mode, node }: Pick<NodeDirectory, "mode" | "node">): Mutable => ({
  type: "dir",
  mode,
  node,
  entries: new Map(),
});

/** Reads all directories of a snapshot, level by level. */
export async function readTree(reader: ObjectReader, root: NodeRef): Promise<TreeDirectory> {
  const tree = directoryOf({ mode: ROOT_MODE, node: root });
  let entries = 0;
  let level: Mutable[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Mutable[] = [];
    for (let at = 0; at < level.length; at += BATCH) {
      const batch = level.slice(at, at + BATCH);
      const nodes = await reader.nodes(batch.map(({ node }) => node));
      for (const [index, directory] of batch.entries())
        for (const [name, entry] of nodes[index] ?? []) {
          const made = entry.type === "dir" ? directoryOf(entry) : entry;
          directory.entries.set(name, made);
          if (made.type === "dir") next.push(made);
          entries += 1;
        }
      if (entries > MOST_ENTRIES || depth > MOST_LEVELS) throw damaged("it has too many entries.");
    }
    level = next;
  }
  return tree;
}
