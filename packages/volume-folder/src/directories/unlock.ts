import { constants, type BigIntStats } from "node:fs";
import { chmod, lstat, open, type FileHandle } from "node:fs/promises";
import { orNull } from "../has-code.ts";
import { openDirectory, type VolumeRoot } from "./descend.ts";
import type { DirectoryAccess, HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

const IS_LINUX = process.platform === "linux";
/** Linux: opens a directory without permission to read it. Node has no name for the flag. */
const O_PATH = IS_LINUX ? 0o10_000_000 : 0;
const ALL_RIGHTS = 0o700;
const MODE_BITS = 0o7777;
const OWNER_MAY_LIST = 0o500;

async function setMode(handle: FileHandle, mode: number): Promise<void> {
  if (IS_LINUX) await chmod(`/proc/self/fd/${handle.fd}`, mode);
  else await handle.chmod(mode);
}

async function unlockAt(path: string | Buffer): Promise<void> {
  await using handle = await open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW | O_PATH);
  const { mode } = await handle.stat();
  if ((mode & ALL_RIGHTS) === ALL_RIGHTS) return;
  await setMode(handle, (mode & MODE_BITS) | ALL_RIGHTS);
}

/** Sets the mode of a file or a directory, even of one that may not be read. Does nothing to anything else. */
export async function setModeOf(parent: HeldDirectory, name: Name, mode: number): Promise<void> {
  await parent.at(name, async (path) => {
    await using handle = await open(path, constants.O_NOFOLLOW | constants.O_NONBLOCK | O_PATH);
    const stats = await handle.stat();
    if (stats.isFile() || stats.isDirectory()) await setMode(handle, mode);
  });
}

/** Whether a path is a folder, not a link, to which its owner has all rights. */
export async function isOpenFolder(path: string): Promise<boolean> {
  try {
    const stats = await lstat(path);
    return stats.isDirectory() && (stats.mode & ALL_RIGHTS) === ALL_RIGHTS;
  } catch {
    return false;
  }
}

/** Gives the owner of a directory, this process, all rights to it. Does not follow a link. */
export function unlock(parent: HeldDirectory, name: Name): Promise<void> {
  return parent.at(name, unlockAt);
}

/** Restores the mode of a directory. The handle is null where the directory cannot be reached any more. */
export type Relock = (handle: FileHandle | null) => Promise<void>;

/** The directories that walks of this process have unlocked, by inode, with their original modes. The last walk restores the mode. */
const unlockedForNow = new Map<string, { readonly mode: number; walks: number }>();

/** Unlocks a directory whose owner may not list it. Returns a function that locks it again; null where it is not locked. */
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
    // Keeps a mode that its owner has set meanwhile.
    const now = (await handle.stat()).mode & MODE_BITS;
    if (now === (held.mode | ALL_RIGHTS)) await handle.chmod(held.mode);
  };
}

/** Unlocks a directory until the returned function is called; null where it is not locked. */
export function unlockForNow(parent: HeldDirectory, name: Name, stats: BigIntStats): Promise<Relock | null> {
  return unlockUntil(stats, () => unlock(parent, name));
}

/** Opens a folder whose path may be trusted, even where its owner may not list it. Disposing restores its mode. */
export async function openUnlocked(
  access: DirectoryAccess,
  path: string,
): Promise<AsyncDisposable & { readonly directory: HeldDirectory }> {
  const relock = await unlockUntil(await lstat(path, { bigint: true }), () => unlockAt(path));
  const directory = await access.openTrusted(path).catch(async (error: unknown) => {
    await relock?.(null);
    throw error;
  });
  return {
    directory,
    async [Symbol.asyncDispose]() {
      await using closed = directory;
      await relock?.(closed.handle);
    },
  };
}

/** The next use of the directory reports these. */
const IGNORED = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ELOOP"];

/** Gives the owner all rights to the root folder of a volume, since a command may have removed them. */
export async function unlockRoot({ access, base, prefix }: VolumeRoot): Promise<void> {
  await orNull(() => unlockAt(base), ...IGNORED);
  for (const [depth, name] of prefix.entries()) {
    const opened = await openDirectory({ access, base, prefix: prefix.slice(0, depth) }, []);
    if (typeof opened === "string") return;
    await using parent = opened;
    await orNull(() => unlock(parent, name), ...IGNORED);
  }
}
