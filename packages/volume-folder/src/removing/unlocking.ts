import type { HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { unlock } from "../directories/unlock.ts";
import { hasCode } from "../has-code.ts";

/** Repeats `work` on a directory after unlocking it where it was refused. Some tools (Go's module cache) leave read-only directories. */
export async function unlocking<T>(parent: HeldDirectory, name: Name, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, "EACCES")) throw error;
    await unlock(parent, name);
    return work();
  }
}
