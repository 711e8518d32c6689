import type { TakenSnapshot } from "../ports/volume-snapshots.ts";
import { incomplete } from "./failures.ts";
import { MOST_ENTRIES } from "./limits.ts";
import { encodeRoot } from "./root.ts";
import { chunkKey, packKey, type Pack, type TreeDirectory } from "./tree.ts";

/** What a stored tree needs and has. Throws `snapshot_incomplete` where it is too large. */
export function factsOf(tree: TreeDirectory): Pick<TakenSnapshot, "root" | "objects" | "files" | "bytes"> {
  if (tree.node === null) throw new Error("The tree is not stored.");
  const packs = new Set<Pack>();
  const chunks = new Set<string>();
  let [files, bytes, entries] = [0, 0, 0];
  const visit = (directory: TreeDirectory): void => {
    if (directory.node !== null) packs.add(directory.node.range.pack);
    entries += directory.entries.size;
    for (const entry of directory.entries.values()) {
      if (entry.type === "dir") {
        visit(entry);
        continue;
      }
      files++;
      if (entry.type !== "file") continue;
      bytes += entry.size;
      if (entry.content === null) continue;
      if ("chunks" in entry.content) for (const chunk of entry.content.chunks) chunks.add(chunk);
      else if (entry.content.range !== null) packs.add(entry.content.range.pack);
    }
  };
  visit(tree);
  if (entries > MOST_ENTRIES) throw incomplete("", `it has more than ${MOST_ENTRIES} entries.`);
  const objects = new Set([...chunks].map(chunkKey));
  for (const { id } of packs) objects.add(packKey(id));
  return { root: encodeRoot(tree.node), objects: [...objects].sort(), files, bytes };
}
