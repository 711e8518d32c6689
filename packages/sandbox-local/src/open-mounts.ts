import type { FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import { sandboxUnavailable, type SandboxMount } from "@workspace-agent/core/ports";
import { openFolder, unlock } from "@workspace-agent/sandbox-process";

/** A mount whose folder is open: this folder is mounted, whatever its path leads to later. */
export interface OpenMount {
  readonly target: string;
  readonly access: SandboxMount["access"];
  readonly folder: FileHandle;
}

/** Opens a folder of this host. Throws `sandbox_unavailable` where it is gone, or behind a link that another workspace may have made. */
async function openMount({ target, volume, access }: SandboxMount): Promise<OpenMount> {
  const folder = await openFolder(resolve(volume.hostPath ?? "")).catch((cause: unknown) => {
    throw sandboxUnavailable(`The folder of the volume at ${target} is gone, or behind a link.`, { cause });
  });
  await unlock(folder, access);
  return { target, access, folder };
}

/** Calls `work` while the folders of all mounts are open. Leaves out an exchangeable mount whose folder is gone. */
export async function withOpenMounts<T>(
  mounts: readonly SandboxMount[],
  work: (mounts: readonly OpenMount[]) => Promise<T>,
): Promise<T> {
  const results = await Promise.allSettled(mounts.map(openMount));
  const opened = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  try {
    for (const [index, result] of results.entries()) {
      if (result.status === "rejected" && mounts[index]?.isExchangeable !== true) throw result.reason;
    }
    return await work(opened);
  } finally {
    await Promise.all(opened.map(({ folder }) => folder.close()));
  }
}
