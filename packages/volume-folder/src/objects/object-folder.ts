import { constants, type Stats } from "node:fs";
import { link, lstat, mkdir, open, readdir, rename, rmdir, unlink, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Flushes } from "../directories/flushes.ts";
import { isInUse, newTemporaryName, whileInUse } from "../entries/temporary-names.ts";
import { hasCode, orNull } from "../has-code.ts";
import { pathOf, WRITING } from "./object-paths.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Times that a folder may be removed with its last object just before another comes into it. */
const MOST_ATTEMPTS = 20;

/** The files of objects. Only the server may write below its folder. */
export class ObjectFolder {
  private preparing: Promise<void> | null = null;

  constructor(
    readonly dir: string,
    private readonly flushes: Flushes,
  ) {}

  /** Makes the folder. Another process may have made it without a flush, so that its name is flushed at least once. */
  private prepare(): Promise<void> {
    this.preparing ??= (async () => {
      await this.flushes.makeFolder(join(this.dir, WRITING), FOLDER_MODE);
      await this.flushes.folder(dirname(this.dir));
    })().catch((error: unknown) => {
      this.preparing = null;
      throw error;
    });
    return this.preparing;
  }

  /**
   * Calls `fill` with a new file, then names it and returns null. With `ifAbsent` it returns what has the name already. Leaves nothing
   * after an error.
   */
  async write(
    key: string,
    ifAbsent: boolean,
    fill: (handle: FileHandle) => Promise<void>,
  ): Promise<Stats | null> {
    await this.prepare();
    const temporary = newTemporaryName();
    const path = join(this.dir, WRITING, temporary);
    return whileInUse(temporary, async () => {
      try {
        await this.fillNew(path, fill);
        const present = await this.name(path, key, ifAbsent);
        await this.flushNames(key);
        return present;
      } finally {
        await removeFile(path);
      }
    });
  }

  private async fillNew(path: string, fill: (handle: FileHandle) => Promise<void>): Promise<void> {
    await using handle = await open(path, "wx", FILE_MODE);
    await fill(handle);
    if (this.flushes.durable) await handle.sync();
  }

  private async name(path: string, key: string, ifAbsent: boolean): Promise<Stats | null> {
    const { folder, name } = pathOf(key);
    const target = join(this.dir, folder, name);
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(join(this.dir, folder), { recursive: true, mode: FOLDER_MODE });
        await (ifAbsent ? nameAbsent(path, target) : rename(path, target));
        return null;
      } catch (error) {
        const present = ifAbsent && hasCode(error, "EEXIST") ? await this.stat(key) : null;
        if (present !== null) return present;
        // The folder or the other object was removed meanwhile.
        if (!hasCode(error, "ENOENT", "EEXIST") || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Flushes each name on the way to an object: a crash may have come between a name and its flush. A folder that was removed meanwhile has
   * none.
   */
  async flushNames(key: string): Promise<void> {
    let folder = join(this.dir, pathOf(key).folder);
    for (; folder !== this.dir; folder = dirname(folder)) await this.flushNamesIn(folder);
    await this.flushes.folder(this.dir);
  }

  /** Null where there is no object. */
  async open(key: string): Promise<FileHandle | null> {
    const { folder, name } = pathOf(key);
    return orAbsent(() => open(join(this.dir, folder, name), constants.O_RDONLY | constants.O_NOFOLLOW));
  }

  /** Null where there is no object. */
  async stat(key: string): Promise<Stats | null> {
    const { folder, name } = pathOf(key);
    return orAbsent(() => lstat(join(this.dir, folder, name)));
  }

  async remove(keys: readonly string[]): Promise<void> {
    const folders = new Set<string>();
    for (const key of keys) {
      const { folder, name } = pathOf(key);
      if (await removeFile(join(this.dir, folder, name))) folders.add(join(this.dir, folder));
    }
    for (const folder of folders) await this.removeEmpty(folder);
  }

  /** Removes a folder and those above it as long as they are empty. */
  private async removeEmpty(folder: string): Promise<void> {
    let top = folder;
    for (; top !== this.dir; top = dirname(top)) {
      try {
        await rmdir(top);
      } catch (error) {
        if (hasCode(error, "ENOENT")) continue;
        if (!hasCode(error, "ENOTEMPTY", "EEXIST", "EBUSY")) throw error;
        break;
      }
    }
    await this.flushNamesIn(top);
  }

  private async flushNamesIn(folder: string): Promise<void> {
    await orAbsent(() => this.flushes.folder(folder));
  }

  /** Removes what crashed puts have left, once it has not changed for `staleMs`: it may be another process's. */
  async sweep(now: number, staleMs: number): Promise<void> {
    const writing = join(this.dir, WRITING);
    for (const name of (await orAbsent(() => readdir(writing))) ?? []) {
      const path = join(writing, name);
      const stats = isInUse(name) ? null : await orAbsent(() => lstat(path));
      if (stats !== null && now - stats.mtimeMs >= staleMs) await removeFile(path);
    }
  }
}

/** Names a file where the name is free, or throws `EEXIST`. */
async function nameAbsent(path: string, target: string): Promise<void> {
  try {
    await link(path, target);
  } catch (error) {
    // Without hard links two puts at once may both be named. Both are whole.
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    await rename(path, target);
  }
}

/** Whether there was a file. */
async function removeFile(path: string): Promise<boolean> {
  return (await orAbsent(() => unlink(path).then(() => true))) ?? false;
}

/** What a call returns, or null where there is nothing at its path. */
function orAbsent<T>(call: () => Promise<T>): Promise<T | null> {
  return orNull(call, "ENOENT", "ENOTDIR");
}
