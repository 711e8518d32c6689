import type { CallOptions, ObjectStore } from "./object-store.ts";

export interface TakeOptions extends CallOptions {
  /**
   * The root of an earlier snapshot whose objects all exist. Content that it has is not stored again, and files that it has and
   * that did not change since the last take or restore are not read again. What it covers stays covered.
   */
  readonly base?: string | null;
  /** Cover what `.gitignore` files, and the rules for folders that tools create again, leave out. Default false. */
  readonly ignored?: boolean;
}

/** Paths of one kind. `count` has all of them, `paths` at most the first 1,000. */
export interface PathSample {
  readonly count: number;
  readonly paths: readonly string[];
}

export interface TakenSnapshot {
  /** Stands for all files of the snapshot. Opaque, at most 256 characters of `[A-Za-z0-9._-]`. */
  readonly root: string;
  /** The keys of all objects that the snapshot needs, sorted, whoever stored them. */
  readonly objects: readonly string[];
  /** Files and links. */
  readonly files: number;
  /** The sizes of the files together. */
  readonly bytes: number;
  /** What this call stored. */
  readonly stored_bytes: number;
  readonly left_out: {
    /** Ignored files, and ignored directories with all in them. */
    readonly ignored: PathSample;
    /** Sockets, pipes and devices. */
    readonly special: PathSample;
  };
}

export interface RestoreOptions extends CallOptions {
  /** Say what would change, and change nothing. Default false. */
  readonly dryRun?: boolean;
  /** Remove ignored files too, where the snapshot does not have them. Default false. */
  readonly ignored?: boolean;
}

export interface RestoredSnapshot {
  /** Files, links and directories that were made, replaced, or given their mode. */
  readonly restored: PathSample;
  /** Files, links and directories that the snapshot does not have. */
  readonly removed: PathSample;
  /** Files and links that are as the snapshot has them. */
  readonly unchanged: number;
}

/**
 * Snapshots of a volume's files: names (any bytes), kinds, contents, permission bits, links with their targets, and empty directories,
 * `.git` included. They do not have times: a restored file is a change that tools must notice, and equal files make an equal snapshot.
 * A path that is not UTF-8 is reported with U+FFFD in it. Calls for the same volume run one after another.
 *
 * `objects` has those of one workspace (`prefixedObjects`): their keys stand for their content (`p/<sha256>`, `c/<sha256>`).
 */
export interface VolumeSnapshots {
  /**
   * Names this copy of the files, at most 64 characters of `[A-Za-z0-9._-]`: made at random with the volume, and kept as long as its
   * files. Where somebody removed these, the volume that replaces it has another.
   */
  copyId(): Promise<string>;
  /**
   * Stores the files as they are now; where they change meanwhile, each as it was at some moment. Complete or refused: a file that cannot
   * be read, or that never stops changing, and a tree that is too deep or too large are `snapshot_incomplete` and named. All objects are stored
   * once it resolves. Of two takes of equal files with the same base, the roots are equal. An object that is there is put
   * again, without `ifAbsent`: that renews its `modifiedAt`, so that no collector takes it for old.
   */
  take(objects: ObjectStore, options?: TakeOptions): Promise<TakenSnapshot>;
  /**
   * Makes the files those of a snapshot. Writes only files that differ, each atomically and with its content verified, and gives them
   * the volume's owner. Removes what the snapshot does not have, except what is ignored by the rules of the snapshot, and what a take
   * would leave out now: so no file is removed that no snapshot could bring back. What is in the way of a file of the snapshot goes in any case.
   * A damaged or missing object is `object_corrupt`, a tree that is too deep to be looked at `snapshot_incomplete`. After a failure each file is old or new, and a repeated call finishes.
   */
  restore(objects: ObjectStore, root: string, options?: RestoreOptions): Promise<RestoredSnapshot>;
}
