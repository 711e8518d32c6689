import { constants, type BigIntStats } from "node:fs";
import {
  chmod,
  copyFile,
  lchown,
  link,
  lstat,
  lutimes,
  mkdir,
  open,
  readdir,
  readlink,
  rmdir,
  symlink,
  unlink,
  utimes,
  type FileHandle,
} from "node:fs/promises";
import { join, sep } from "node:path";
import { codeOf } from "../code-of.ts";
import { flush } from "../flush.ts";
import type { Copied } from "./manifest.ts";

/** How often a file is copied that changes while it is copied. The last copy stays. */
const MOST_COPIES = 3;
/** Paths that a report names. */
const MOST_PATHS = 1_000;

const seconds = (nanoseconds: bigint) => Number(nanoseconds) / 1e9;
const isSame = (one: BigIntStats, other: BigIntStats) =>
  one.size === other.size && one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs;

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** The path of what is open, which nobody can exchange. Only Linux has one. */
const pathOf = ({ fd }: FileHandle, path: Buffer) =>
  process.platform === "linux" ? Buffer.from(`/proc/self/fd/${fd}`) : path;

/** The names in a folder, as bytes: not all are UTF-8. */
const namesIn = (folder: Buffer) => readdir(folder, { encoding: "buffer" });
const below = (folder: Buffer, name: Buffer) => Buffer.concat([folder, Buffer.from(sep), name]);

/** Where an entry is read, and its path for reports. */
interface Source {
  readonly at: Buffer;
  readonly path: string;
}

/** Entries that were removed or exchanged since they were listed. */
const GONE = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);
const REFUSED = new Set(["EACCES", "EPERM", "ENAMETOOLONG"]);

/** Copies a folder with modes, times, owners (where the process may set them), symbolic links and hard links, while others may change it. */
class TreeCopy {
  readonly counts: Copied = {
    files: 0,
    folders: 0,
    links: 0,
    bytes: 0,
    changed: [],
    vanished: 0,
    unreadable: [],
    special: 0,
  };
  /** The copies of files that have several names, by their identity. */
  private readonly named = new Map<string, Buffer>();
  private readonly mayChangeOwner = process.geteuid?.() === 0;

  constructor(private readonly leavesOut: (path: string) => boolean) {}

  /** What works in the folder may exchange an entry for a link at any time: only what is open is read. */
  async folder({ at, path }: Source, to: Buffer): Promise<void> {
    const handle = await open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      const inside = pathOf(handle, at);
      const names = await namesIn(inside);
      await mkdir(to, { mode: 0o700, recursive: true });
      for (const name of names) {
        const source = { at: below(inside, name), path: join(path, name.toString()) };
        if (!this.leavesOut(source.path)) await this.entry(source, below(to, name));
      }
      await flush(to);
      await this.finish(to, await handle.stat({ bigint: true }));
    } finally {
      await handle.close();
    }
  }

  private async entry(source: Source, to: Buffer): Promise<void> {
    try {
      const stats = await lstat(source.at, { bigint: true });
      if (stats.isDirectory()) {
        await this.folder(source, to);
        this.counts.folders += 1;
      } else if (stats.isSymbolicLink()) {
        await this.link(source, to, stats);
      } else if (stats.isFile()) {
        await this.file(source, to);
      } else {
        this.counts.special += 1;
      }
    } catch (error) {
      const code = String(codeOf(error));
      const isOfSource = error instanceof Error && "path" in error && error.path === source.at.toString();
      if (isOfSource && GONE.has(code)) this.counts.vanished += 1;
      else if ((isOfSource || code === "ENAMETOOLONG") && REFUSED.has(code))
        this.note(this.counts.unreadable, source);
      else throw error;
    }
  }

  private note(paths: string[], { path }: Source): void {
    if (paths.length < MOST_PATHS) paths.push(path);
  }

  private async link({ at }: Source, to: Buffer, stats: BigIntStats): Promise<void> {
    await symlink(await readlink(at, { encoding: "buffer" }), to);
    if (this.mayChangeOwner) await lchown(to, Number(stats.uid), Number(stats.gid));
    await lutimes(to, seconds(stats.atimeNs), seconds(stats.mtimeNs));
    this.counts.links += 1;
  }

  private async file(source: Source, to: Buffer): Promise<void> {
    // Without waiting: a pipe may be there by now.
    const handle = await open(source.at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) {
        this.counts.special += 1;
        return;
      }
      const identity = `${stats.dev} ${stats.ino}`;
      const known = stats.nlink > 1n ? this.named.get(identity) : undefined;
      if (known === undefined) await this.content(handle, stats, source, to);
      else await link(known, to);
      if (stats.nlink > 1n) this.named.set(identity, known ?? to);
      this.counts.files += 1;
      this.counts.bytes += (await lstat(to)).size;
    } finally {
      await handle.close();
    }
  }

  private async content(handle: FileHandle, first: BigIntStats, source: Source, to: Buffer): Promise<void> {
    let before = first;
    for (let copies = 1; ; copies++) {
      await copyFile(pathOf(handle, source.at), to, constants.COPYFILE_FICLONE);
      const after = await handle.stat({ bigint: true });
      if (isSame(before, after)) break;
      before = after;
      if (copies < MOST_COPIES) continue;
      this.note(this.counts.changed, source);
      break;
    }
    await chmod(to, 0o600);
    await flush(to);
    await this.finish(to, before);
  }

  /** The mode last: the owner may be one who cannot write. */
  private async finish(to: Buffer, { uid, gid, mode, atimeNs, mtimeNs }: BigIntStats): Promise<void> {
    if (this.mayChangeOwner) await lchown(to, Number(uid), Number(gid));
    await utimes(to, seconds(atimeNs), seconds(mtimeNs));
    await chmod(to, Number(mode) & 0o7777);
  }
}

/** Copies what is in a folder. `leavesOut` receives paths below it. Removes nothing that a failure leaves. */
export async function copyTree(
  from: string,
  to: string,
  leavesOut: (path: string) => boolean = () => false,
): Promise<Copied> {
  const copy = new TreeCopy(leavesOut);
  await copy.folder({ at: Buffer.from(from), path: "" }, Buffer.from(to));
  return copy.counts;
}

/** Removes a copy with folders that their modes close. */
export async function removeTree(path: string): Promise<void> {
  const remove = async (at: Buffer): Promise<void> => {
    try {
      if ((await lstat(at)).isDirectory()) {
        await chmod(at, 0o700);
        for (const name of await namesIn(at)) await remove(below(at, name));
        await rmdir(at);
      } else await unlink(at);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  };
  await remove(Buffer.from(path));
}
