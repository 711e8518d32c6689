import { constants, type BigIntStats } from "node:fs";
import { chmod, lstat, open, type FileHandle } from "node:fs/promises";
import { hasCode } from "../system-errors.ts";
import { enter, type VolumeRoot } from "./descend.ts";
import type { DirectoryAccess, HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

const IS_LINUX = process.platform === "linux";
/** Linux: opens what may not be read, only to name it. Node has no name for the flag. */
const O_PATH = IS_LINUX ? 0o10_000_000 : 0;
const ALL_RIGHTS = 0o700;
const MODE_BITS = 0o7777;
const OWNER_MAY_LIST = 0o500;

async function unlockAt(path: string | Buffer): Promise<void> {
  const handle = await open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW | O_PATH);
  try {
    const { mode } = await handle.stat();
    if ((mode & ALL_RIGHTS) === ALL_RIGHTS) return;
    const unlocked = (mode & MODE_BITS) | ALL_RIGHTS;
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

/** Gives a directory the rights back that it had; null where it cannot be reached any more. */
export type Relock = (handle: FileHandle | null) => Promise<void>;

/** The directories that are unlocked for walks of this process, by inode, with the rights that they had: the last walk gives them back. */
const unlockedForNow = new Map<string, { readonly mode: number; walks: number }>();

/** Unlocks a directory whose owner may not list it, until it is locked again; null where it needs no unlocking. */
async function unlockUntil(stats: BigIntStats, unlock: () => Promise<void>): Promise<Relock | null> {
  const key = `${stats.dev}:${stats.ino}`;
  const mode = Number(stats.mode) & MODE_BITS;
  const known = unlockedForNow.get(key);
  if (known === undefined && (mode & OWNER_MAY_LIST) === OWNER_MAY_LIST) return null;
  const held = known ?? { mode, walks: 0 };
  held.walks++;
  unlockedForNow.set(key, held);
  const isLast = () => {
    if (--held.walks > 0) return false;
    unlockedForNow.delete(key);
    return true;
  };
  try {
    await unlock();
  } catch (error) {
    isLast();
    throw error;
  }
  return async (handle) => {
    if (!isLast() || handle === null) return;
    // What its owner has given it meanwhile stays.
    const now = (await handle.stat()).mode & MODE_BITS;
    if (now === (held.mode | ALL_RIGHTS)) await handle.chmod(held.mode);
  };
}

/** As `unlock`, until the directory is locked again. */
export function unlockForNow(parent: HeldDirectory, name: Name, stats: BigIntStats): Promise<Relock | null> {
  return unlockUntil(stats, () => unlock(parent, name));
}

/** Opens a folder whose path may be trusted, also where its owner, which we are, may not list it. `close` gives it the rights back that it had. */
export async function openUnlocked(
  access: DirectoryAccess,
  path: string,
): Promise<{ readonly directory: HeldDirectory; readonly close: () => Promise<void> }> {
  const relock = await unlockUntil(await lstat(path, { bigint: true }), () => unlockAt(path));
  const directory = await access.openTrusted(path).catch(async (error: unknown) => {
    await relock?.(null);
    throw error;
  });
  return {
    directory,
    async close() {
      try {
        await relock?.(directory.handle);
      } finally {
        await directory.close();
      }
    },
  };
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
