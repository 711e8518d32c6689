import { lstatSync, readdirSync, readFileSync, readlinkSync, type BigIntStats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The flushed state of a file (its bytes) or a directory (the inodes of its names). */
type Held = string | ReadonlyMap<string, string>;

const FOLDER = "folder:";

/** Includes the birth time, since inode numbers are reused. */
const identityOf = (stats: BigIntStats) =>
  `${stats.isDirectory() ? FOLDER : ""}${stats.ino}:${stats.birthtimeNs}`;

/** Another request may rename a name while it is read; that request flushes the folder itself. */
function namesIn(path: string): Map<string, BigIntStats> {
  const names = new Map<string, BigIntStats>();
  for (const name of readdirSync(path)) {
    const stats = lstatSync(join(path, name), { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined) names.set(name, stats);
  }
  return names;
}

function hold(path: string, disk: Map<string, Held>, isDeep: boolean): void {
  const stats = lstatSync(path, { bigint: true });
  if (!stats.isDirectory()) {
    disk.set(identityOf(stats), stats.isFile() ? readFileSync(path, "utf8") : "");
    return;
  }
  const names = namesIn(path);
  disk.set(identityOf(stats), new Map([...names].map(([name, below]) => [name, identityOf(below)])));
  if (isDeep) for (const name of names.keys()) hold(join(path, name), disk, true);
}

/** A disk that keeps only what was flushed, the worst case of a power cut. */
export interface StrictDisk {
  /** The content of all files below the folder after a power cut now. Empty directories are `null`. */
  afterPowerCut(): Record<string, string | null>;
  /** The paths below the folder that were flushed since the last call. */
  takeFlushed(): string[];
}

/** Records the flushes of this process below a folder, whose current content counts as flushed. */
export async function strictDisk(top: string): Promise<StrictDisk> {
  const disk = new Map<string, Held>();
  hold(top, disk, true);
  const flushed: string[] = [];
  const some = await open(top);
  const prototype = Object.getPrototypeOf(some) as Pick<FileHandle, "sync" | "datasync">;
  await some.close();
  const { sync, datasync } = prototype;
  const followed = (flush: () => Promise<void>) =>
    async function (this: FileHandle): Promise<void> {
      await flush.call(this);
      const path = readlinkSync(`/proc/self/fd/${this.fd}`);
      if (path !== top && !path.startsWith(`${top}/`)) return;
      hold(path, disk, false);
      flushed.push(path.slice(top.length + 1));
    };
  Object.assign(prototype, { sync: followed(sync), datasync: followed(datasync) });
  onTestFinished(() => {
    Object.assign(prototype, { sync, datasync });
  });

  function look(identity: string, path: string, found: Record<string, string | null>): void {
    const held = disk.get(identity);
    if (typeof held === "string") {
      found[path] = held;
      return;
    }
    // Only its name was flushed.
    if (held === undefined) found[path] = identity.startsWith(FOLDER) ? null : "";
    else if (held.size === 0) found[path] = null;
    else for (const [name, below] of held) look(below, path === "" ? name : `${path}/${name}`, found);
  }

  return {
    afterPowerCut() {
      const found: Record<string, string | null> = {};
      look(identityOf(lstatSync(top, { bigint: true })), "", found);
      return found;
    },
    takeFlushed: () => flushed.splice(0),
  };
}
