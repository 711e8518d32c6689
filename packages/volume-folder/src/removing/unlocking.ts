import type { HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { unlock } from "../directories/unlock.ts";
import { hasCode } from "../system-errors.ts";

/**
 * Does something to a directory that is to be removed, and once more after unlocking it where that was refused:
 * some tools (Go's module cache) leave directories that their owner may not write to.
 */
export async function unlocking<T>(parent: HeldDirectory, name: Name, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, "EACCES")) throw error;
    await unlock(parent, name);
    return work();
  }
}
