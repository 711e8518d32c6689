import { lstat, realpath } from "node:fs/promises";
import { sandboxUnavailable, type SandboxMount } from "@workspace-agent/core/ports";
import { isLocked, openFolder, quote, unlock } from "@workspace-agent/sandbox-process";

/** A folder of the host and its path inside. */
export interface BoundFolder {
  readonly target: string;
  readonly hostPath: string;
  readonly access: "read" | "write";
  /** `device:inode`, as the host sees it. */
  readonly inode: string;
}

const unreachable = (target: string) =>
  sandboxUnavailable(`The folder for ${target} cannot be mounted: it does not exist, or a link leads to it.`);

/** Unlocks a folder, never through a link. Where that fails, the command gets the error. */
async function unlockPath(hostPath: string, access: BoundFolder["access"]): Promise<void> {
  await using folder = await openFolder(hostPath).catch(() => null);
  if (folder !== null) await unlock(folder, access);
}

/** Null: it is absent. Throws for a link at the folder or on the way to it, which a command may have made. */
async function folderOf({
  target,
  hostPath,
  access,
}: Omit<BoundFolder, "inode">): Promise<BoundFolder | null> {
  const stat = await lstat(hostPath, { bigint: true }).catch(() => null);
  if (stat === null) return null;
  if (!stat.isDirectory() || (await realpath(hostPath).catch(() => null)) !== hostPath)
    throw unreachable(target);
  if (isLocked(Number(stat.mode), access)) await unlockPath(hostPath, access);
  return { target, hostPath, access, inode: `${stat.dev}:${stat.ino}` };
}

/** Throws `sandbox_unavailable` for an absent folder. */
export async function folderOfHost(given: Omit<BoundFolder, "inode">): Promise<BoundFolder> {
  const folder = await folderOf(given);
  if (folder === null) throw unreachable(given.target);
  return folder;
}

/** The folders of mounts. Leaves out exchangeable ones that are absent, and throws `sandbox_unavailable` for others. */
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

/** Prints the inodes of the folders, as `areThose` expects them. */
export const inodesCommand = (folders: readonly BoundFolder[]) =>
  `exec stat -L -c '%d:%i' -- ${folders.map(({ target }) => quote(target)).join(" ")}`;

/** Whether the mounted folders are those of the host. */
export function areThose(folders: readonly BoundFolder[], printed: string): boolean {
  return printed.trimEnd() === folders.map(({ inode }) => inode).join("\n");
}
