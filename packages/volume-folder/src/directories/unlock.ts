import { constants } from "node:fs";
import { chmod, lstat, open } from "node:fs/promises";
import { hasCode } from "../system-errors.ts";
import { enter, type VolumeRoot } from "./descend.ts";
import type { HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

const IS_LINUX = process.platform === "linux";
/** Linux: opens what may not be read, only to name it. Node has no name for the flag. */
const O_PATH = IS_LINUX ? 0o10_000_000 : 0;
const ALL_RIGHTS = 0o700;

async function unlockAt(path: string | Buffer): Promise<void> {
  const handle = await open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW | O_PATH);
  try {
    const { mode } = await handle.stat();
    if ((mode & ALL_RIGHTS) === ALL_RIGHTS) return;
    const unlocked = (mode & 0o7777) | ALL_RIGHTS;
    if (IS_LINUX) await chmod(`/proc/self/fd/${handle.fd}`, unlocked);
    else await handle.chmod(unlocked);
  } finally {
    await handle.close();
  }
}

/** Whether a folder is there, no link, and its owner has all rights to it. */
export async function isOpenFolder(path: string): Promise<boolean> {
  try {
    const stats = await lstat(path);
    return stats.isDirectory() && (stats.mode & ALL_RIGHTS) === ALL_RIGHTS;
  } catch {
    return false;
  }
}

/** Gives the owner of a directory, which we are, all rights to it; not through a link. */
export function unlock(parent: HeldDirectory, name: Name): Promise<void> {
  return parent.at(name, unlockAt);
}

/** What is not ours, or not there, or no directory, is told by whoever uses it. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ELOOP")) throw error;
  }
}

/** Gives the owner all rights to the folder where a volume begins: a command may have taken them away, and nobody could get in. */
export async function unlockRoot({ access, base, prefix }: VolumeRoot): Promise<void> {
  await attempt(() => unlockAt(base));
  if (prefix.length === 0) return;
  let current = await access.openTrusted(base);
  try {
    for (const name of prefix) {
      const parent = current;
      await attempt(() => unlock(parent, name));
      const next = await enter(parent, name);
      if (typeof next === "string") return;
      current = next;
      await parent.close();
    }
  } finally {
    await current.close();
  }
}
