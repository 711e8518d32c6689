import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { orNull } from "../has-code.ts";
import { headOf, headOfShard, isShard } from "./object-paths.ts";

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
 * order. What begins alike is sorted together, so that no more than the names of a shard are in memory beside those of the folders. Begins
 * at the folder of the prefix: beside it there may be very many.
 */
export async function* walkKeys(
  walk: Walk,
  folder = walk.prefix.slice(0, walk.prefix.lastIndexOf("/") + 1),
): AsyncGenerator<string> {
  const names = (await namesIn(join(walk.dir, folder))).filter((name) => !name.startsWith("."));
  const below = names.filter((name) => !isShard(name)).map((name) => `${name}/`);
  const groups = Map.groupBy(below, headOf);
  const shards = new Map(names.filter(isShard).map((name) => [headOfShard(name), name]));
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
