import type { BigIntStats } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import type { VolumeUse } from "@workspace-agent/core/ports";

const look = (path: string): Promise<BigIntStats | null> => stat(path, { bigint: true }).catch(() => null);

const isSame = (a: BigIntStats, b: BigIntStats) => a.dev === b.dev && a.ino === b.ino;

/** Empty where the folder is absent or unreadable. */
const namesIn = (path: string): Promise<readonly string[]> => readdir(path).catch(() => []);

/** The processes that see `folder` at `target`, as directories in `proc`. */
export async function processesThatSee(folder: string, target: string, proc = "/proc"): Promise<string[]> {
  const own = await look(folder);
  const found: string[] = [];
  if (own === null) return found;
  for (const name of (await namesIn(proc)).filter((name) => /^\d+$/.test(name))) {
    const seen = await look(`${proc}/${name}/root${target}`);
    if (seen !== null && isSame(seen, own)) found.push(`${proc}/${name}`);
  }
  return found;
}

/** The descriptors of a process. Each thread may have its own table. */
export async function descriptorsOf(process: string): Promise<string[]> {
  const found: string[] = [];
  for (const thread of await namesIn(`${process}/task`)) {
    const folder = `${process}/task/${thread}/fd`;
    found.push(...(await namesIn(folder)).map((descriptor) => `${folder}/${descriptor}`));
  }
  return found;
}

/** The removed files that a process has mapped into its memory. */
async function removedMappings(process: string): Promise<string[]> {
  const maps = await readFile(`${process}/maps`, "latin1").catch(() => "");
  return maps.split("\n").flatMap((line) => {
    const [range = ""] = line.split(" ", 1);
    // The names in map_files have no leading zeros.
    const name = range
      .split("-")
      .map((address) => address.replace(/^0+/, ""))
      .join("-");
    return line.endsWith(" (deleted)") ? [`${process}/map_files/${name}`] : [];
  });
}

/**
 * Measures removed files that processes which see `folder` at `target` still have open or mapped: no walk finds them, and they use space until
 * they are closed. Counts files on the folder's file system, as far as `/proc` lets this user see them.
 */
export async function namelessFiles(folder: string, target: string, proc = "/proc"): Promise<VolumeUse> {
  const own = await look(folder);
  const counted = new Set<bigint>();
  let bytes = 0;
  for (const process of await processesThatSee(folder, target, proc)) {
    for (const path of [...(await descriptorsOf(process)), ...(await removedMappings(process))]) {
      const stats = await look(path);
      if (stats === null || !stats.isFile() || stats.nlink > 0n || stats.dev !== own?.dev) continue;
      if (counted.has(stats.ino)) continue;
      counted.add(stats.ino);
      bytes += Number(stats.blocks) * 512;
    }
  }
  return { bytes, inodes: counted.size };
}
