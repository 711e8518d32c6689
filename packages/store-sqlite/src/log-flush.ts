import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { flushFolder } from "./flush-folder.ts";

/** A file whose bytes can be brought to the disk. */
export interface FlushedFile {
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The log beside a database in WAL mode. SQLite keeps to this one file for as long as it has the database open, and holds no locks on it. */
export async function openLog(databasePath: string): Promise<FlushedFile> {
  const file = await open(`${databasePath}-wal`, "r+");
  flushFolder(dirname(databasePath));
  return { flush: () => file.datasync(), close: () => file.close() };
}

/**
 * Waits until commits are on the disk, while this process goes on with other work; commits that come during one flush
 * share the next. After a flush that failed nobody knows what is on the disk, and the system may call the next one a success
 * all the same: all later ones fail, until the database is opened again.
 */
export class LogFlush {
  private file: Promise<FlushedFile> | null = null;
  private hasCommits = false;
  /** The last that was asked for. */
  private last: Promise<void> = Promise.resolve();
  private isWaiting = false;

  /** `openFile` is called by the first flush. */
  constructor(private readonly openFile: () => Promise<FlushedFile>) {}

  /** Something was committed. */
  committed(): void {
    this.hasCommits = true;
  }

  /** Resolves when all that was committed before this call is on the disk. */
  flushed(): Promise<void> {
    if (this.hasCommits && !this.isWaiting) {
      this.isWaiting = true;
      this.last = this.last.then(() => this.flush());
    }
    return this.last;
  }

  /** After the last `flushed`. */
  async close(): Promise<void> {
    await this.last.catch(() => undefined);
    await (await this.file?.catch(() => null))?.close();
  }

  private async flush(): Promise<void> {
    this.isWaiting = false;
    this.hasCommits = false;
    this.file ??= this.openFile();
    await (await this.file).flush();
  }
}
