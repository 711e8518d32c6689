import { lstat, realpath } from "node:fs/promises";
import { DomainError, type SandboxMount } from "@workspace-agent/core";

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
