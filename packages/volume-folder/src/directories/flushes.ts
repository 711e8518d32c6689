import type { BigIntStats } from "node:fs";
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "../has-code.ts";
import type { HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

/** The most directories that are remembered as flushed. */
const MOST_KNOWN = 20_000;

/** Flushes the names in a directory to the disk. Some network file systems have no such call. */
async function flush(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
  }
}

/** Null where the file system has no birth times: inode numbers are reused. */
const identityOf = ({ dev, ino, birthtimeNs }: BigIntStats) =>
  birthtimeNs === 0n ? null : `${dev}:${ino}:${birthtimeNs}`;

/**
 * Flushes names to the disk. A flush of a file does not include its name, which belongs to its directory. After a power cut a file
 * exists only if each name on its path was flushed, even one that a program made: each is flushed once, before the first change
 * below it resolves.
 */
export class Flushes {
  private readonly known = new Set<string>();

  /** Without `durable` every method does nothing. */
  constructor(readonly durable: boolean) {}

  /** Flushes the names in a directory after a change. */
  async names(directory: HeldDirectory): Promise<void> {
    if (this.durable) await flush(directory.handle);
  }

  /** Flushes the name of a directory in its parent. */
  async reached(parent: HeldDirectory, name: Name, child: HeldDirectory): Promise<void> {
    if (!this.durable) return;
    const [above, below] = await Promise.all(
      [parent, child].map(({ handle }) => handle.stat({ bigint: true })),
    );
    if (above === undefined || below === undefined) return;
    await this.once([identityOf(above), String(name), identityOf(below)], () => flush(parent.handle));
  }

  /** Flushes the names of a volume's folder and of the folder that holds it. */
  async base(path: string, base: HeldDirectory): Promise<void> {
    if (!this.durable) return;
    const identity = identityOf(await base.handle.stat({ bigint: true }));
    await this.once([path, identity], async () => {
      await this.folder(dirname(path));
      await this.folder(dirname(dirname(path)));
    });
  }

  /** Makes a folder of the host and its parents. */
  async makeFolder(path: string, mode: number): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode });
    if (first === undefined || !this.durable) return;
    for (let made = path; made !== dirname(first); made = dirname(made)) await this.folder(dirname(made));
  }

  /** Flushes the names in a folder of the host. */
  async folder(path: string): Promise<void> {
    if (!this.durable) return;
    await using handle = await open(path, "r");
    await flush(handle);
  }

  /** Remembers a name only after its flush, so that no concurrent call relies on it before. */
  private async once(parts: readonly (string | null)[], work: () => Promise<void>): Promise<void> {
    const name = parts.join("/");
    if (this.known.has(name)) return;
    await work();
    if (parts.includes(null)) return;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.add(name);
  }
}
