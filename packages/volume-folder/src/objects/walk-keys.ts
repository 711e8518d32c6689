import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { orNull } from "../has-code.ts";
import { headLength, headOf, isShard } from "./object-paths.ts";

interface Walk {
  readonly dir: string;
  readonly prefix: string;
  readonly after: string;
}

/** The names in a folder; none where it was removed with its last object. */
const namesIn = async (folder: string) => (await orNull(() => readdir(folder), "ENOENT")) ?? [];

/** Whether keys that begin with `start` may be wanted. */
function mayHold({ prefix, after }: Walk, start: string): boolean {
  const isInPrefix = start.startsWith(prefix) || prefix.startsWith(start);
  return isInPrefix && (start > after || after.startsWith(start));
}

/**
 * The keys of a folder in their order. A folder below it counts as its name with the slash that follows: `a-`, `a/b` and `a0` are in this
 * order. What begins alike is sorted together, so that no more than the names of a shard are in memory beside those of the folders.
 */
export async function* walkKeys(walk: Walk, folder = ""): AsyncGenerator<string> {
  const names = (await namesIn(join(walk.dir, folder))).filter((name) => !name.startsWith("."));
  const groups = new Map<string, string[]>();
  for (const name of names.filter((name) => !isShard(name))) {
    const below = `${name}/`;
    const head = below.slice(0, headLength);
    groups.set(head, [...(groups.get(head) ?? []), below]);
  }
  const shards = new Map(names.filter(isShard).map((name) => [headOf(name), name]));
  const heads = [...new Set([...groups.keys(), ...shards.keys()])].sort();
  for (const head of heads) {
    if (!mayHold(walk, folder + head)) continue;
    const shard = shards.get(head);
    const objects = shard === undefined ? [] : await namesIn(join(walk.dir, folder, shard));
    for (const name of [...objects, ...(groups.get(head) ?? [])].sort()) {
      const key = folder + name;
      if (!mayHold(walk, key)) continue;
      if (name.endsWith("/")) yield* walkKeys(walk, key);
      else if (key.startsWith(walk.prefix) && key > walk.after) yield key;
    }
  }
}
