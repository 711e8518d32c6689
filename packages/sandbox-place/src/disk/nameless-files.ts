import type { BigIntStats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import type { VolumeUse } from "@workspace-agent/core";

const look = (path: string): Promise<BigIntStats | null> => stat(path, { bigint: true }).catch(() => null);

const isSame = (a: BigIntStats, b: BigIntStats) => a.dev === b.dev && a.ino === b.ino;

/**
 * What the files take that were removed and are still open in processes that see `folder` at `target`: no walk finds them, and they take room until
 * they are closed. Counted are those on the folder's file system. Where the host does not tell (no `/proc`, processes of another user) it is nothing.
 */
export async function namelessFiles(folder: string, target: string): Promise<VolumeUse> {
  const own = await look(folder);
  if (own === null) return { bytes: 0, inodes: 0 };
  const counted = new Set<bigint>();
  let bytes = 0;
  for (const pid of (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const seen = await look(`/proc/${pid}/root${target}`);
    if (seen === null || !isSame(seen, own)) continue;
    for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const stats = await look(`/proc/${pid}/fd/${descriptor}`);
      if (stats === null || !stats.isFile() || stats.nlink > 0n || stats.dev !== own.dev) continue;
      if (counted.has(stats.ino)) continue;
      counted.add(stats.ino);
      bytes += Number(stats.blocks) * 512;
    }
  }
  return { bytes, inodes: counted.size };
}
