import { constants, type BigIntStats } from "node:fs";
import { lstat, open, realpath, type FileHandle } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import type { DirectoryAccess, HeldDirectory } from "./held-directory.ts";
import { pathOf, readListed, type Listed, type Name } from "./names.ts";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
/** A file that is replaced between open and check looks like an attack, so the open is repeated this often. */
const ATTEMPTS = 5;

const isSame = (a: BigIntStats, b: BigIntStats) => a.dev === b.dev && a.ino === b.ino;
const moved = () => new DomainError("invalid_path", "The path was changed while it was used.");

/**
 * For systems without `/proc` (macOS): uses paths, and verifies before and after each call that the path leads to the open directory
 * without a link. It detects a link that is swapped in and out during an open, but not during a create, rename or remove.
 */
class RealPathDirectory implements HeldDirectory {
  constructor(
    readonly handle: FileHandle,
    private readonly path: string,
    private readonly identity: BigIntStats,
  ) {}

  static async open(path: string): Promise<RealPathDirectory> {
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      const directory = new RealPathDirectory(handle, path, await handle.stat({ bigint: true }));
      await directory.verify();
      return directory;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private async verify(): Promise<void> {
    const [real, stats] = await Promise.all([realpath(this.path), lstat(this.path, { bigint: true })]);
    if (real !== this.path || !isSame(stats, this.identity)) throw moved();
  }

  async at<T>(name: Name, call: (path: string | Buffer) => Promise<T>): Promise<T> {
    await this.verify();
    const result = await call(pathOf(this.path, name));
    await this.verify();
    return result;
  }

  async openFile(name: Name, flags: number, mode?: number): Promise<FileHandle> {
    for (let attempt = 1; ; attempt++) {
      await this.verify();
      const handle = await open(pathOf(this.path, name), flags | O_NOFOLLOW | O_NONBLOCK, mode);
      try {
        await this.verify();
        const now = await lstat(pathOf(this.path, name), { bigint: true });
        if (isSame(now, await handle.stat({ bigint: true }))) return handle;
        if (attempt === ATTEMPTS) throw moved();
      } catch (error) {
        await handle.close();
        throw error;
      }
      await handle.close();
    }
  }

  async openDirectory(name: Name): Promise<HeldDirectory> {
    if (typeof name !== "string")
      throw new DomainError(
        "internal",
        "The name of a directory is not UTF-8, which this system does not support.",
      );
    await this.verify();
    return RealPathDirectory.open(`${this.path}/${name}`);
  }

  async list(): Promise<Listed[]> {
    await this.verify();
    const listed = await readListed(this.path);
    await this.verify();
    return listed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.handle.close();
  }
}

export const realPathAccess: DirectoryAccess = {
  openTrusted: async (path) => RealPathDirectory.open(await realpath(path)),
};
