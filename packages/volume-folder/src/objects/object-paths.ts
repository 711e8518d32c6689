import { join } from "node:path";

/** Precedes the name of a shard. No key has it, so no shard is taken for a part of a key. */
const SHARD = "=";
/** Characters at the beginning of a name that its shard has in common: 256 shards for names in hexadecimal. */
const SHARD_LENGTH = 2;
/** Where objects are written before they have their names. On the same file system, and no key begins with a dot. */
export const WRITING = ".writing";

export const isShard = (name: string) => name.startsWith(SHARD);
/** What all names in the shard of a name begin with. */
export const headOf = (name: string) => name.slice(0, SHARD_LENGTH);
export const headOfShard = (shard: string) => shard.slice(SHARD.length);

/**
 * The folder and the name of an object, below the folder of the store. `packs/0f3a` is the file `packs/=0f/0f3a`, so that a key can be
 * the beginning of another.
 */
export function pathOf(key: string): { readonly folder: string; readonly name: string } {
  const segments = key.split("/");
  const name = segments.pop() ?? "";
  return { folder: join(...segments, `${SHARD}${headOf(name)}`), name };
}
