import { constants } from "node:fs";
import { chmod, open, readlink, type FileHandle } from "node:fs/promises";

/** Linux: opens a folder that may not be read, only to refer to it. Node has no name for the flag. */
const O_PATH = process.platform === "linux" ? 0o10_000_000 : 0;

const linkTo = (folder: FileHandle) => `/proc/self/fd/${folder.fd}`;

/**
 * Opens a folder, also one that may not be read. Throws where it is absent, and where there is a link at it or on the way: others may change
 * the path, but the host names what was opened. Throws also on a host without `/proc`.
 */
export async function openFolder(path: string): Promise<FileHandle> {
  const folder = await open(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  if ((await readlink(linkTo(folder)).catch(() => null)) === path) return folder;
  await folder.close();
  throw new Error("There is a link on the way to the folder.");
}

const neededFor = (access: "read" | "write") => (access === "write" ? 0o700 : 0o500);

/** Whether a folder's mode keeps its owner out. */
export const isLocked = (mode: number, access: "read" | "write") =>
  (mode & neededFor(access)) !== neededFor(access);

/** Lets commands into a folder whose rights one of them has removed. A folder of another user stays as it is. */
export async function unlock(folder: FileHandle, access: "read" | "write"): Promise<void> {
  const { mode } = await folder.stat();
  if (isLocked(mode, access))
    await chmod(linkTo(folder), (mode & 0o7777) | neededFor(access)).catch(() => {});
}
