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
 * What a volume remembers of its files under names (`[A-Za-z0-9_-]{1,128}`), beside the files and not among them: nobody who works
 * in the volume sees it, it does not count for the quota, and it goes with the workspace.
 *
 * A baseline has the path, the kind, the size, the times and the id of each file and link, and the content of texts of at most
 * 1 MiB (`MAX_TEXT_BYTES`). `.git`, `node_modules`, caches that tools make again (`IgnoreRules`) and what the `.gitignore` files of
 * the moment ignore are left out, and so are names that are no UTF-8 and what is no file and no link. What was left out then stays left out; what was not is compared also
 * when it is ignored later.
 */
export interface VolumeBaselines {
  /**
   * Remembers what the files are now, unless the name has a baseline. It is there whole or not at all, after a crash too. Files
   * that cannot all be remembered (too many, or too slow to read) are remembered as that: `compare` is `not_allowed` then.
   */
  keep(name: string): Promise<void>;
  /** Notes that whoever has the name writes about now: a baseline of that name has no end then, and without one nothing is noted. */
  noteWrite(name: string): Promise<void>;
  /**
   * Ends a baseline: until the next write of its name is noted, `compare` tells what the files are now, whatever becomes of them. Does
   * nothing without a baseline of that name, or where it has an end. Files that cannot all be remembered give it none.
   */
  end(name: string): Promise<void>;
  /** Null without a baseline of that name. `not_allowed` where the files were, or are by now, too many to be remembered. */
  compare(name: string): Promise<Comparison | null>;
  /** Forgets a baseline; its writes stay noted, as `REMOVED_WRITER`'s. Absent is fine. */
  remove(name: string): Promise<void>;
}
