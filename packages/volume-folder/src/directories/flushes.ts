import type { BigIntStats } from "node:fs";
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "../system-errors.ts";
import type { HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

/** Folders whose names are known to be on the disk. */
const MOST_KNOWN = 20_000;

/** Brings the names in a directory to the disk. Some file systems of the network have no such call. */
async function flush(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
  }
}

/** Null where the file system has no birth times: numbers of inodes are used again. */
const identityOf = ({ dev, ino, birthtimeNs }: BigIntStats) =>
  birthtimeNs === 0n ? null : `${dev}:${ino}:${birthtimeNs}`;

/**
 * Brings names to the disk: a flush of a file is none of its name, which is its directory's. A file is found after a power cut only where
 * each name on the way to it is there, also one that a program has made and nobody flushed: so each is flushed once, before the first
 * change below it is answered.
 */
export class Flushes {
  private readonly known = new Set<string>();

  /** Without `durable` nothing waits for the disk. */
  constructor(readonly durable: boolean) {}

  /** What was just named, renamed or removed in a directory. */
  async names(directory: HeldDirectory): Promise<void> {
    if (this.durable) await flush(directory.handle);
  }

  /** The name by which one directory was reached from another. */
  async reached(parent: HeldDirectory, name: Name, child: HeldDirectory): Promise<void> {
    if (!this.durable) return;
    const [above, below] = await Promise.all(
      [parent, child].map(({ handle }) => handle.stat({ bigint: true })),
    );
    if (above === undefined || below === undefined) return;
    await this.once([identityOf(above), String(name), identityOf(below)], () => flush(parent.handle));
  }

  /** The names of the folder in which a volume begins, and of the one that holds it. */
  async base(path: string, base: HeldDirectory): Promise<void> {
    if (!this.durable) return;
    const identity = identityOf(await base.handle.stat({ bigint: true }));
    await this.once([path, identity], async () => {
      await this.folder(dirname(path));
      await this.folder(dirname(dirname(path)));
    });
  }

  /** Makes a folder of the host, with those above it. */
  async makeFolder(path: string, mode: number): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode });
    if (first === undefined || !this.durable) return;
    for (let made = path; made !== dirname(first); made = dirname(made)) await this.folder(dirname(made));
  }

  /** The names in a folder of the host. */
  async folder(path: string): Promise<void> {
    if (!this.durable) return;
    const handle = await open(path, "r");
    try {
      await flush(handle);
    } finally {
      await handle.close();
    }
  }

  /** Adds what is known after the flush: who asks for the same meanwhile does not rely on it. */
  private async once(parts: readonly (string | null)[], work: () => Promise<void>): Promise<void> {
    const name = parts.join("/");
    if (this.known.has(name)) return;
    await work();
    if (parts.includes(null)) return;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.add(name);
  }
}
