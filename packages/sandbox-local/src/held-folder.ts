import { constants } from "node:fs";
import { chmod, open, readlink, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import { DomainError } from "@workspace-agent/core";
import type { SandboxMount } from "@workspace-agent/core/ports";

/** Linux: opens what may not be read, only to name it. Node has no name for the flag. */
const O_PATH = 0o10_000_000;

/** What is bound is the open folder, whatever its path leads to later. */
export interface HeldMount {
  readonly target: string;
  readonly access: SandboxMount["access"];
  readonly folder: FileHandle;
}

/** Commands can enter a folder whose rights one of them has taken away, if only to give them back. One that is not ours stays. */
async function unlock(folder: FileHandle, access: SandboxMount["access"]): Promise<void> {
  const needed = access === "write" ? 0o700 : 0o500;
  const { mode } = await folder.stat();
  if ((mode & needed) !== needed)
    await chmod(`/proc/self/fd/${folder.fd}`, (mode & 0o7777) | needed).catch(() => {});
}

/**
 * Opens a folder of this host. Other workspaces may change what is on the way to it: where the kernel names what was opened by
 * another path, a link led away. Throws `sandbox_unavailable` then, and where the folder is gone.
 */
async function holdMount({ target, volume, access }: SandboxMount): Promise<HeldMount> {
  const refuse = (cause?: unknown) =>
    new DomainError(
      "sandbox_unavailable",
      `The folder of the volume at ${target} is gone, or behind a link.`,
      {
        cause,
      },
    );
  const path = resolve(volume.hostPath ?? "");
  const folder = await open(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    (error: unknown) => {
      throw refuse(error);
    },
  );
  const found = await readlink(`/proc/self/fd/${folder.fd}`).catch(() => null);
  if (found === path) {
    await unlock(folder, access);
    return { target, access, folder };
  }
  await folder.close();
  throw refuse();
}

async function release(mounts: readonly HeldMount[]): Promise<void> {
  await Promise.all(mounts.map(({ folder }) => folder.close()));
}

/** Does something with the folders of all mounts held open. An exchangeable one that is gone is left out. */
export async function withMounts<T>(
  mounts: readonly SandboxMount[],
  work: (held: readonly HeldMount[]) => Promise<T>,
): Promise<T> {
  const opened = await Promise.allSettled(mounts.map(holdMount));
  const held = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  try {
    for (const [index, result] of opened.entries()) {
      if (result.status === "rejected" && mounts[index]?.isExchangeable !== true) throw result.reason;
    }
    return await work(held);
  } finally {
    await release(held);
  }
}
