import type { BigIntStats } from "node:fs";
import { lstat, rename, type FileHandle } from "node:fs/promises";
import { orNull } from "../has-code.ts";
import type { Listed, Name } from "./names.ts";

/**
 * An open directory. Every operation happens in this very directory, whatever others put at its path meanwhile. Names are single
 * names, never `.`, `..` or paths. Disposing closes it.
 */
export interface HeldDirectory extends AsyncDisposable {
  readonly handle: FileHandle;
  /** Makes a system call on a name in this directory. The call itself must not follow a link at the name. */
  at<T>(name: Name, call: (path: string | Buffer) => Promise<T>): Promise<T>;
  /** Opens the file at a name. Does not follow a link, nor wait for the other end of a pipe. */
  openFile(name: Name, flags: number, mode?: number): Promise<FileHandle>;
  /**
   * As `openFile` for reading, but returns a descriptor that the caller closes: for many small files a handle costs as much as the
   * rest. Absent where access has to be verified after opening.
   */
  openDescriptor?(name: Name): Promise<number>;
  /** Opens a directory in this one, not through a link (`ENOTDIR` or `ELOOP`). */
  openDirectory(name: Name): Promise<HeldDirectory>;
  /** All entries, in no order. */
  list(): Promise<Listed[]>;
}

/** A way to hold directories open. */
export interface DirectoryAccess {
  /** Opens a directory whose path belongs to the host and may be trusted. */
  openTrusted(path: string): Promise<HeldDirectory>;
}

/** The status of an entry, of a link itself and not of its target; null when there is no entry. */
export function lookUp(directory: HeldDirectory, name: Name): Promise<BigIntStats | null> {
  return orNull(() => directory.at(name, (path) => lstat(path, { bigint: true })), "ENOENT");
}

/** Renames an entry, also into another directory, as `renameat` does. */
export function renameAt(from: HeldDirectory, name: Name, to: HeldDirectory, newName: Name): Promise<void> {
  return from.at(name, (source) => to.at(newName, (target) => rename(source, target)));
}

/** Runs `work` in a directory whose path may be trusted. Does nothing where there is none. */
export async function inTrusted(
  access: DirectoryAccess,
  path: string,
  work: (directory: HeldDirectory) => Promise<void>,
): Promise<void> {
  await using directory = await orNull(() => access.openTrusted(path), "ENOENT", "ENOTDIR");
  if (directory !== null) await work(directory);
}
