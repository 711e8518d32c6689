import { constants, type BigIntStats } from "node:fs";
import { link, unlink, type FileHandle } from "node:fs/promises";
import type { Owner } from "../directories/descend.ts";
import { renameAt, type HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { protectFromSweep, newTemporaryName, allowSweep } from "../entries/temporary-names.ts";
import { hasCode, orNull } from "../has-code.ts";
import { nextWriteTime } from "./write-time.ts";

const PERMISSION_BITS = 0o777;

/** A file with a temporary name in its target directory. It is renamed when it is complete, or removed. */
export class StagedFile {
  private isNamed = false;

  private constructor(
    private readonly directory: HeldDirectory,
    private readonly temporaryName: string,
    readonly handle: FileHandle,
    private readonly mode: number,
  ) {}

  static async stage(directory: HeldDirectory, mode: number): Promise<StagedFile> {
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    const temporaryName = newTemporaryName();
    protectFromSweep(temporaryName);
    try {
      const handle = await directory.openFile(temporaryName, O_WRONLY | O_CREAT | O_EXCL, mode);
      return new StagedFile(directory, temporaryName, handle, mode & PERMISSION_BITS);
    } catch (error) {
      allowSweep(temporaryName);
      throw error;
    }
  }

  /** Completes the content: sets a unique time, and flushes the file if `durable`. */
  async finish(durable: boolean): Promise<void> {
    const seconds = nextWriteTime();
    await this.handle.utimes(seconds, seconds);
    if (durable) await this.handle.sync();
  }

  /** Sets the mode and the owner of the replaced file, or its own. */
  async settle(replaced: BigIntStats | null, owner: Owner | null): Promise<void> {
    const { mode, uid, gid } = await this.handle.stat();
    const wanted =
      owner ?? (replaced === null ? null : { uid: Number(replaced.uid), gid: Number(replaced.gid) });
    if (wanted !== null && (wanted.uid !== uid || wanted.gid !== gid))
      await this.giveTo(wanted, owner !== null);
    const wantedMode = replaced === null ? this.mode : Number(replaced.mode) & PERMISSION_BITS;
    if ((mode & PERMISSION_BITS) !== wantedMode) await this.handle.chmod(wantedMode);
  }

  private async giveTo({ uid, gid }: Owner, isRequired: boolean): Promise<void> {
    try {
      await this.handle.chown(uid, gid);
    } catch (error) {
      // Only root may change the owner. Otherwise the replaced file of another user becomes this user's.
      if (isRequired || !hasCode(error, "EPERM")) throw error;
    }
  }

  /** Renames the file, and replaces another file at the name. */
  async replace(name: Name): Promise<void> {
    await renameAt(this.directory, this.temporaryName, this.directory, name);
    this.isNamed = true;
  }

  /** Names the file where the name is free. Fails with `EEXIST` where another process was first. */
  async create(name: string): Promise<void> {
    try {
      await this.directory.at(this.temporaryName, (from) => this.directory.at(name, (to) => link(from, to)));
    } catch (error) {
      // Only a file system with hard links has an atomic call for this.
      if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
      await this.replace(name);
      return;
    }
    await this.removeTemporaryName();
    this.isNamed = true;
  }

  private async removeTemporaryName(): Promise<void> {
    await orNull(() => this.directory.at(this.temporaryName, (path) => unlink(path)), "ENOENT");
  }

  /** Closes the file, and removes it unless it was named. */
  async end(): Promise<void> {
    try {
      await this.handle.close();
      if (!this.isNamed) await this.removeTemporaryName();
    } finally {
      allowSweep(this.temporaryName);
    }
  }
}
