import type { BigIntStats } from "node:fs";
import { lstat, type FileHandle } from "node:fs/promises";
import { hasCode } from "../system-errors.ts";
import type { Listed, Name } from "./names.ts";

/**
 * A directory that is held open: what is done through it happens in that very directory, whatever others
 * put in the place of its path meanwhile. Names are single names, never `.`, `..` or paths.
 */
export interface HeldDirectory {
  readonly handle: FileHandle;
  /** Makes a system call on a name in this directory. The call itself must not follow a link at the name. */
  at<T>(name: Name, call: (path: string | Buffer) => Promise<T>): Promise<T>;
  /** Opens what is at a name, not through a link and without waiting for a pipe's other end. */
  openFile(name: Name, flags: number, mode?: number): Promise<FileHandle>;
  /**
   * As `openFile` for reading, as a bare descriptor that the caller closes: for many small files a handle costs as much as the rest.
   * Absent where what was opened has to be proved.
   */
  openDescriptor?(name: Name): Promise<number>;
  /** Opens a directory in this one, not through a link (`ENOTDIR` or `ELOOP`). */
  openDirectory(name: Name): Promise<HeldDirectory>;
  /** Everything that is in it, in no order. */
  names(): Promise<Name[]>;
  /** The same, told apart by what they are. */
  list(): Promise<Listed[]>;
  close(): Promise<void>;
}

/** A way to hold directories. */
export interface DirectoryAccess {
  /** Opens a directory whose path is the host's own and may be trusted. */
  openTrusted(path: string): Promise<HeldDirectory>;
}

/** What is at a name, a link itself and not its target; null when nothing is. */
export async function lookUp(directory: HeldDirectory, name: Name): Promise<BigIntStats | null> {
  try {
    return await directory.at(name, (path) => lstat(path, { bigint: true }));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}
