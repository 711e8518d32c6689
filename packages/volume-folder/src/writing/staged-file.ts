import { constants, type BigIntStats } from "node:fs";
import { link, rename, unlink, type FileHandle } from "node:fs/promises";
import type { Owner } from "../directories/descend.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { keepFromSweep, newKeptName, releaseToSweep } from "../entries/kept-names.ts";
import { hasCode } from "../system-errors.ts";
import { nextWriteTime } from "./write-time.ts";

const PERMISSION_BITS = 0o777;

/** A file under a kept name in the folder that it is for: it gets its own name when it is whole, or goes. */
export class StagedFile {
  private isNamed = false;

  private constructor(
    private readonly directory: HeldDirectory,
    private readonly keptName: string,
    readonly handle: FileHandle,
    private readonly mode: number,
  ) {}

  static async stage(directory: HeldDirectory, mode: number): Promise<StagedFile> {
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    const keptName = newKeptName();
    keepFromSweep(keptName);
    try {
      const handle = await directory.openFile(keptName, O_WRONLY | O_CREAT | O_EXCL, mode);
      return new StagedFile(directory, keptName, handle, mode & PERMISSION_BITS);
    } catch (error) {
      releaseToSweep(keptName);
      throw error;
    }
  }

  /** Ends the writing: a time that no other write has and, if `durable`, all but its name on the disk. */
  async finish(durable: boolean): Promise<void> {
    const seconds = nextWriteTime();
    await this.handle.utimes(seconds, seconds);
    if (durable) await this.handle.sync();
  }

  /** Takes the mode and the owner of the file that is replaced, else its own. */
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
      // Only the superuser may give files away: without it a replaced file of another user becomes ours.
      if (isRequired || !hasCode(error, "EPERM")) throw error;
    }
  }

  /** Puts the file in the place of whatever file is at the name. */
  async replace(name: string): Promise<void> {
    await this.directory.at(this.keptName, (from) => this.directory.at(name, (to) => rename(from, to)));
    this.isNamed = true;
  }

  /** Puts the file at a name where nothing was: `EEXIST` where another process was first. */
  async place(name: string): Promise<void> {
    try {
      await this.directory.at(this.keptName, (from) => this.directory.at(name, (to) => link(from, to)));
    } catch (error) {
      // A file system without hard links has no call for this.
      if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
      await this.replace(name);
      return;
    }
    await this.removeKeptName();
    this.isNamed = true;
  }

  private async removeKeptName(): Promise<void> {
    try {
      await this.directory.at(this.keptName, (path) => unlink(path));
    } catch (error) {
      if (!hasCode(error, "ENOENT")) throw error;
    }
  }

  /** Closes the file, and removes it unless it has its name. */
  async end(): Promise<void> {
    try {
      await this.handle.close();
      if (!this.isNamed) await this.removeKeptName();
    } finally {
      releaseToSweep(this.keptName);
    }
  }
}
