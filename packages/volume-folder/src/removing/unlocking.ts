import { constants } from "node:fs";
import { chmod, open } from "node:fs/promises";
import type { HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { hasCode } from "../system-errors.ts";

const IS_LINUX = process.platform === "linux";
/** Linux: opens what may not be read, only to name it. Node has no name for the flag. */
const O_PATH = IS_LINUX ? 0o10_000_000 : 0;

/** Gives the owner of a directory, which we are, all rights to it. */
async function unlock(parent: HeldDirectory, name: Name): Promise<void> {
  const flags = constants.O_DIRECTORY | constants.O_NOFOLLOW | O_PATH;
  const handle = await parent.at(name, (path) => open(path, flags));
  try {
    if (IS_LINUX) await chmod(`/proc/self/fd/${handle.fd}`, 0o700);
    else await handle.chmod(0o700);
  } finally {
    await handle.close();
  }
}

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
