import { constants } from "node:fs";
import { chmod, lstat, open, readlink, realpath } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import type { SandboxMount } from "@workspace-agent/core/ports";

/** A folder of the host and where it is seen inside. */
export interface BoundFolder {
  readonly target: string;
  readonly hostPath: string;
  readonly access: "read" | "write";
  /** `device:inode`, as the host sees it. */
  readonly inode: string;
}

function unreachable(target: string): DomainError {
  return new DomainError("sandbox_unavailable", `The folder for ${target} cannot be mounted.`);
}

/** Linux: opens what may not be read, only to name it. Node has no name for the flag. */
const O_PATH = process.platform === "linux" ? 0o10_000_000 : 0;

/** Commands can enter a folder whose rights one of them has taken away, if only to give them back. Not through a link; one that is not ours stays. */
async function unlock(hostPath: string, access: BoundFolder["access"], mode: number): Promise<void> {
  const needed = access === "write" ? 0o700 : 0o500;
  if ((mode & needed) === needed) return;
  const flags = constants.O_DIRECTORY | constants.O_NOFOLLOW | O_PATH;
  const folder = await open(hostPath, flags).catch(() => null);
  if (folder === null) return;
  try {
    const path = `/proc/self/fd/${folder.fd}`;
    if ((await readlink(path)) === hostPath) await chmod(path, (mode & 0o7777) | needed);
  } catch {
    // The command is told that it may not enter.
  } finally {
    await folder.close();
  }
}

/** Null: it is not there. A link at the folder or on the way to it is refused: somebody may have put it there. */
async function folderOf({
  target,
  hostPath,
  access,
}: Omit<BoundFolder, "inode">): Promise<BoundFolder | null> {
  const stat = await lstat(hostPath, { bigint: true }).catch(() => null);
  if (stat === null) return null;
  if (!stat.isDirectory() || (await realpath(hostPath).catch(() => null)) !== hostPath)
    throw unreachable(target);
  await unlock(hostPath, access, Number(stat.mode));
  return { target, hostPath, access, inode: `${stat.dev}:${stat.ino}` };
}

/** Throws `sandbox_unavailable` for a folder that is absent. */
export async function foldersOfHost(
  folders: readonly Omit<BoundFolder, "inode">[],
): Promise<readonly BoundFolder[]> {
  return Promise.all(
    folders.map(async (given) => {
      const folder = await folderOf(given);
      if (folder === null) throw unreachable(given.target);
      return folder;
    }),
  );
}

/** The folders of mounts. Of the exchangeable ones those that are there; another that is absent is `sandbox_unavailable`. */
export async function foldersOf(mounts: readonly SandboxMount[]): Promise<readonly BoundFolder[]> {
  const found = await Promise.all(
    mounts.map(async ({ target, volume: { hostPath }, access, isExchangeable = false }) => {
      const folder = hostPath === undefined ? null : await folderOf({ target, hostPath, access });
      if (folder === null && !isExchangeable) throw unreachable(target);
      return folder;
    }),
  );
  return found.filter((folder) => folder !== null);
}

/** Prints what `inodesOf` reads, in the order of the folders. The targets are none of the caller's words. */
export function inodesCommand(folders: readonly BoundFolder[]): string {
  const quoted = folders.map(({ target }) => `'${target.replaceAll("'", () => `'\\''`)}'`);
  return `exec stat -L -c '%d:%i' -- ${quoted.join(" ")}`;
}

/** Whether the folders seen inside are those that were meant, and not what a link led to in between. */
export function areThose(folders: readonly BoundFolder[], printed: string): boolean {
  return printed.trimEnd() === folders.map(({ inode }) => inode).join("\n");
}
