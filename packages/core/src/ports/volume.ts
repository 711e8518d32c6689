import { DomainError } from "../domain/errors/domain-error.ts";
import type { ObjectStore } from "./object-store.ts";
import type { VolumeSnapshots } from "./volume-snapshots.ts";

/** A file, directory or symbolic link of a volume. */
export interface VolumeEntry {
  /** Relative to the volume's root, `/` between segments, without a leading one. The root is the empty path. */
  readonly path: string;
  readonly name: string;
  readonly type: "file" | "dir" | "symlink";
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** Last modification, milliseconds since 1970. */
  readonly mtime: number;
  /** A file that its owner may run. */
  readonly executable: boolean;
  /** Changes with every write through the volume, and as far as possible with every other change; without quotes. */
  readonly etag: string;
}

export interface VolumeCapabilities {
  /** The volume is a folder of this host, at `hostPath`. Without it only sandboxes that copy files or run in the process can mount it. */
  readonly hostPath: boolean;
  /** A full volume refuses writes from inside a sandbox by itself. Otherwise use is measured after each command. */
  readonly quota: boolean;
}

/** Something below a directory; a file with its bytes where they are few. */
export interface VolumeContent {
  readonly entry: VolumeEntry;
  /** Null: not a file, too many, or changed meanwhile. */
  readonly bytes: Uint8Array | null;
}

/** A range that holds no byte of the file is `range_not_satisfiable`. */
export interface ReadOptions {
  /** First byte; default 0. */
  readonly start?: number;
  /** Last byte, inclusive; default, and at most, the last of the file. */
  readonly end?: number;
}

export interface WriteOptions {
  /** Refuse with `precondition_failed` unless the file's etag is this one (null: unless nothing is there), before the body and again after it. */
  readonly ifMatch?: string | null;
  /** Most bytes of the body: more is `payload_too_large` with the old content kept. */
  readonly maxBytes?: number;
  /** Permission bits for a new file; default 0o644. A replaced file keeps its own. */
  readonly mode?: number;
}

export interface ListOptions {
  /** With all that is below; links are not followed. Default false. */
  readonly recursive?: boolean;
  /** The most entries. Default: all. */
  readonly limit?: number;
  /** Only entries whose name holds this, in upper or lower case. A walk ends `truncated` when it has looked at 200,000 entries. */
  readonly search?: string | undefined;
}

/** What files take of a volume, or may take. */
export interface VolumeUse {
  /** On a disk as `du` counts them, in blocks: less than its length for a file with holes, and more for a small one. In memory the lengths of the files. */
  readonly bytes: number;
  /** Files, directories, links and whatever else has a name. What has several names counts once, the root not at all. */
  readonly inodes: number;
}

/** What a volume may hold; default: any number. */
export interface VolumeQuota {
  readonly maxBytes?: number;
  readonly maxInodes?: number;
}

/** A body that is kept to be read more than once. It counts for the quota while it arrives, and until it is released or its area discarded. */
export interface SpooledBody {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` up to, and without, `end`, both within the size. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
  /** Gives its room back. Nothing may be read from it then, or be reading still. */
  release(): Promise<void>;
}

/**
 * Files that become part of a volume together, or not at all. Nobody sees them before. They count for the quota
 * (`quota_exceeded`), and `usage` may show them. Whoever opened it calls `discard` at the end, whatever happened; the adapter removes later what a
 * crash leaves.
 */
export interface Staging {
  /** Adds a file, parents made. What is staged already at the path, or a staged file above it, is `already_exists`. `mode`: default 0o644. */
  write(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options?: { readonly mode?: number },
  ): Promise<void>;
  /** Adds a copy of a file that was staged before, under a path of its own. As `write`; `not_found` where there is no such file. */
  copy(path: string, from: string): Promise<void>;
  /**
   * Adds a symbolic link, parents made; nothing of the volume ever follows it. As `write`. A volume without links refuses it with
   * `invalid_request`.
   */
  symlink(path: string, target: string): Promise<void>;
  /** Adds a directory and its parents; one that is staged already is fine. */
  makeDirectory(path: string): Promise<void>;
  /** Keeps a body beside the files: it is never committed. More than `maxBytes` is `payload_too_large`. */
  spool(body: ReadableStream<Uint8Array>, options?: { readonly maxBytes?: number }): Promise<SpooledBody>;
  /**
   * Puts everything into the directory `dest`, made with its parents: files replace files, links replace files and links, directories
   * are merged. A file or a link where a directory is, or the reverse, is `already_exists`, and a file or a directory where a link is
   * `invalid_path`, both found out before anything is changed.
   * Each file is moved at once, with its own permission bits. Only a program that changes the volume between check and move can make it fail half-way.
   */
  commit(dest: string): Promise<void>;
  /** Forgets what was not committed and gives its room back. Fine to repeat, and after `commit`. */
  discard(): Promise<void>;
}

/**
 * Files, readable and writable without a sandbox. Every path is relative and is checked by the volume itself:
 * one that is absolute, holds `..`, NUL or an empty segment, or that leads through a symbolic link, is refused
 * with `invalid_path`, whatever happens on the volume meanwhile (`checkVolumePath` is the rule). What is absent is
 * `not_found`, and so is all below a file; making something below a file is `already_exists`. What is no file, directory or
 * link (a pipe, a device) is not listed, and `invalid_path` to name. A disk of the host that is full or fails is `overloaded`
 * (`hostFailure`): a turn waits for it until its time is over.
 */
export interface Volume {
  readonly capabilities: VolumeCapabilities;
  /** The most that `usage` may become; `Infinity` where there is no quota. */
  readonly quota: VolumeUse;
  /** The folder of this host that holds the volume, where `capabilities.hostPath`. */
  readonly hostPath?: string;
  /** Takes and restores snapshots. Absent: the volume has none. Only workspaces' own volumes have it. */
  readonly snapshots?: VolumeSnapshots;
  /** The entry at a path, or null. A link at the leaf is reported as one and not followed. */
  stat(path: string): Promise<VolumeEntry | null>;
  /**
   * The entries of a directory, sorted by name (UTF-16 code units); when `recursive`, each directory is followed by what it
   * holds. `truncated` says that there are more, or may be. A file or a link is `invalid_path`.
   */
  list(
    path: string,
    options?: ListOptions,
  ): Promise<{ readonly entries: readonly VolumeEntry[]; readonly truncated: boolean }>;
  /**
   * The bytes of a file: the ones that `entry` describes, even when it is replaced meanwhile. A directory or a link is
   * `invalid_path`. The body is read to its end or cancelled; one that cannot be read whole errors and never ends short.
   */
  read(
    path: string,
    options?: ReadOptions,
  ): Promise<{ readonly entry: VolumeEntry; readonly body: ReadableStream<Uint8Array> }>;
  /**
   * What a recursive `list` gives, one after another, files of at most `upTo` bytes with their bytes: many small files cost a fraction of
   * what `read` does for each. What vanishes meanwhile is left out; a directory that cannot be read is `internal`. Default: `list` and
   * `read` are asked.
   */
  readBelow?(path: string, options: { readonly upTo: number }): AsyncIterable<VolumeContent>;
  /** Where a symbolic link leads, as it is written. What is no link, or leads to a name that is not UTF-8, is `invalid_path`. */
  readLink(path: string): Promise<string>;
  /**
   * Writes a file, parents made, atomically: a reader sees the old or the new content and never a part. A body
   * that fails or is too large leaves the old content; the failure is thrown on. A full volume is `quota_exceeded`, a directory
   * there `already_exists`, a link there or the root `invalid_path`. A body that is refused is cancelled. The caller leaves the bytes
   * as they are until the promise settles. After that it may change them, and the file stays as it is.
   */
  write(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options?: WriteOptions,
  ): Promise<{ readonly entry: VolumeEntry; readonly created: boolean }>;
  /** Makes a directory and its parents. One that exists is fine (`created: false`); a file there is `already_exists`. */
  makeDirectory(path: string): Promise<{ readonly entry: VolumeEntry; readonly created: boolean }>;
  /**
   * Removes a file, a link (not its target), or a directory with all in it. The root is `invalid_path`. With `ifMatch`,
   * `precondition_failed` unless what is there at that moment has this etag.
   */
  remove(path: string, options?: { readonly ifMatch?: string }): Promise<void>;
  /**
   * Renames; parents of `dest` are made. Something at `dest` is `already_exists` unless `overwrite`, which replaces it whatever it
   * is, a directory with all in it. The root, a directory into itself, and overwriting a directory that holds `src` are `invalid_path`.
   */
  move(src: string, dest: string, options?: { readonly overwrite?: boolean }): Promise<VolumeEntry>;
  /** An empty staging area for this volume. Absent: no archive can be unpacked into it (`not_allowed`). */
  stage?(): Promise<Staging>;
  /**
   * What counts for the quota, as far as the volume can tell cheaply: for a folder of a shared volume all of that volume. `upTo`: as it is
   * now, whatever that costs; it may say less than there is where there is more than that.
   */
  usage(options?: { readonly upTo?: VolumeUse }): Promise<VolumeUse>;
}

/** The volumes of a host. */
export interface VolumeProvider {
  /**
   * Where the snapshots of these volumes are stored if the host does not say otherwise: whoever reaches the volumes reaches these objects.
   * Default: a host without the option `objects` takes none.
   */
  readonly objects?: ObjectStore;
  /** Which hosts can reach these volumes: an id that is kept with them, so that sharing the folder shares the placement. */
  placement(): Promise<string>;
  /** The own files of a workspace; made when absent. The service always passes the `tenant`, for providers that keep files by tenant. */
  workspace(workspaceId: string, options?: VolumeQuota & { readonly tenant?: string }): Promise<Volume>;
  /** The shared volume of a tenant, or the folder `root` of it, which is the volume's root then; made when absent. The quota is that of the tenant, whatever the root. */
  shared(tenant: string, options?: VolumeQuota & { readonly root?: string }): Promise<Volume>;
  /**
   * Throws `overloaded` while the disk of this host, where the volumes are, has less room than it should keep free: no new work is accepted
   * then. Default: there is always room.
   */
  checkSpace?(): Promise<void>;
  /** Removes a workspace's files. Absent is fine. The service passes the `tenant`, except where it removes what `workspaceIds` names. */
  removeWorkspace(workspaceId: string, options?: { readonly tenant?: string }): Promise<void>;
  /**
   * The workspaces that have files on this host. With `portableFiles`, copies that nobody needs are removed by it; absent: they stay.
   */
  workspaceIds?(): Promise<readonly string[]>;
  /**
   * A volume of a tenant whose content never changes, by a key (`[a-z0-9]{1,64}`) that stands for the content. Where it is absent
   * `fill` writes it, out of everybody's sight; it is there whole or not at all, also after a crash. Who asks at the same time,
   * in another process too, gets the one that is there first. What `fill` throws is thrown on, and nothing is left. It is to be
   * mounted read-only: nobody writes to it. Default: no config can name skills (`not_allowed`).
   */
  sealed?(tenant: string, key: string, fill: (volume: Volume) => Promise<void>): Promise<Volume>;
  /** Removes a sealed volume. Absent is fine. Needed where there is `sealed`. */
  removeSealed?(tenant: string, key: string): Promise<void>;
  /**
   * The keys of a tenant's complete sealed volumes on this host. Those that no skill needs any more are removed by it; where it is absent,
   * they stay.
   */
  sealedKeys?(tenant: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A volume that leaves nothing out. */
export interface CompleteVolume extends Volume {
  stage(): Promise<Staging>;
}

/** Volumes that leave nothing out. */
export interface CompleteVolumeProvider extends VolumeProvider {
  workspace(
    workspaceId: string,
    options?: VolumeQuota & { readonly tenant?: string },
  ): Promise<CompleteVolume>;
  shared(tenant: string, options?: VolumeQuota & { readonly root?: string }): Promise<CompleteVolume>;
  sealed(tenant: string, key: string, fill: (volume: Volume) => Promise<void>): Promise<CompleteVolume>;
  removeSealed(tenant: string, key: string): Promise<void>;
  sealedKeys(tenant: string): Promise<readonly string[]>;
}

/** The error of a call that needs what the host's volumes leave out. */
export function volumePartMissing(part: "staging" | "sealed"): DomainError {
  return new DomainError(
    "not_allowed",
    `The volumes of this host lack the part "${part}", which this needs.`,
  );
}

/** What a volume found, or null if it was deleted or replaced meanwhile: agents keep working. */
export async function unlessGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    const isGone =
      DomainError.isInstance(error) && (error.code === "not_found" || error.code === "invalid_path");
    if (isGone) return null;
    throw error;
  }
}
