/** A file, or a symbolic link with its target for a content. */
export interface FileSide {
  readonly type: "file" | "symlink";
  /** A file that its owner may run. */
  readonly executable: boolean;
  /** Bytes. */
  readonly size: number;
  /** git's id of the content (`blobId`): equal ids are equal contents. Null where the file was too large to be read. */
  readonly id: string | null;
}

/** A path at which something else is; null stands for nothing. */
export interface FileChange {
  readonly path: string;
  readonly before: FileSide | null;
  readonly after: FileSide | null;
}

/**
 * What a volume's files are, against a baseline: as they were at its end, or now. Where files change meanwhile, each is as it was at some
 * moment in between.
 */
export interface Comparison {
  /** Sorted by path (UTF-16 code units). */
  readonly changes: readonly FileChange[];
  /** The names whose writes were noted since the baseline was begun, and before its end; `REMOVED_WRITER` for those that were removed. */
  readonly writers: readonly string[];
  /** The content of a change's old side; null where it was not kept. */
  before(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * The content of a change's new side; `absent` when no file and no link is at the path, `too_large` with more than `maxBytes`, or where
   * it was not kept and is another by now.
   */
  after(path: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | "absent" | "too_large">;
}

/** Stands for everybody whose baseline was removed. */
export const REMOVED_WRITER = "";

/**
 * Named states of a volume's files (`[A-Za-z0-9_-]{1,128}`), stored beside the files: nobody who works in the volume sees them, they
 * do not count for the quota, and they are deleted with the workspace.
 *
 * A baseline holds the path, kind, size, times and id of each file and link, and the content of texts of at most 1 MiB
 * (`MAX_TEXT_BYTES`). It leaves out `.git`, `node_modules`, caches that tools create again (`IgnoreRules`), what the `.gitignore` files
 * of that moment ignore, names that are not UTF-8, and everything but files and links. `compare` leaves out the same files, and
 * compares the others even if they are ignored later.
 */
export interface VolumeBaselines {
  /**
   * Records the files as they are now, unless the name has a baseline. After a crash it exists completely or not at all. If there are
   * too many files, or they take too long to read, it records that: `compare` then throws `not_allowed`.
   */
  record(name: string): Promise<void>;
  /** Notes that the owner of the name writes now. A baseline of that name then has no end. Without one, nothing is noted. */
  noteWrite(name: string): Promise<void>;
  /**
   * Ends a baseline: until the next noted write of its name, `compare` reports the files as they are now, even if they change later. Does
   * nothing if there is no baseline of that name, if it has an end, or if the files cannot be recorded.
   */
  end(name: string): Promise<void>;
  /** Null without a baseline of that name. Throws `not_allowed` if there were, or now are, too many files to record. */
  compare(name: string): Promise<Comparison | null>;
  /** Deletes a baseline if it exists. Its noted writes stay, as those of `REMOVED_WRITER`. */
  remove(name: string): Promise<void>;
}
