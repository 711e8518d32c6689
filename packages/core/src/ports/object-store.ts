import type { ReadOptions } from "./volume.ts";

/** What a store knows of an object without reading it. */
export interface ObjectInfo {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /**
   * When it was last put, milliseconds since 1970 by the clock of the store: exact to a second, and for a long put possibly the time
   * at which it began. A collector that removes by age adds the longest put and the difference of the clocks to its grace period.
   */
  readonly modifiedAt: number;
}

export interface ObjectContent {
  /** Bytes of the whole object, also where a range is read. */
  readonly size: number;
  /** Has all bytes that were asked for, or errors. It is read to its end or cancelled. */
  readonly body: ReadableStream<Uint8Array>;
}

export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason, and the body of a `get`. */
  readonly signal?: AbortSignal | undefined;
}

export interface PutOptions extends CallOptions {
  /**
   * Leaves an object that is there as it is, and does not read the body. It saves work and is no lock: of two puts at the same time
   * both may store theirs where a service has no conditional writes. Default false: the object is replaced.
   */
  readonly ifAbsent?: boolean;
}

/** What a put did. `present` is the object that `ifAbsent` left as it is: a retry may find the object of its own first attempt. */
export type PutOutcome = { readonly stored: true } | { readonly stored: false; readonly present: ObjectInfo };

export interface GetOptions extends CallOptions {
  /** The bytes to read; `range_not_satisfiable` where none of them is in the object. Default: all. */
  readonly range?: ReadOptions;
}

export interface ListObjectsOptions extends CallOptions {
  /** Only keys behind this one, whether or not there is such an object. */
  readonly after?: string;
  /** The most objects, 1 to 1,000. Default 1,000. */
  readonly limit?: number;
}

export interface ObjectPage {
  /** In the order of their keys (ASCII). */
  readonly objects: readonly ObjectInfo[];
  /** There are more, or may be, behind the last of these. False where the page is empty. */
  readonly more: boolean;
}

/**
 * Immutable content by key: packs, pieces of large files and manifests, whose keys stand for their content. No call depends on another
 * being atomic, so that a bucket will do; what is current is decided by the database.
 *
 * A key has 1 to 512 characters (`checkObjectKey`); another is `invalid_request`. The other errors are the same for each call:
 * `overloaded` where the store is unavailable or its disk is full, also after retries: nobody knows whether the call took effect, and
 * each may be repeated with a new body; `storage_refused` where credentials, permissions or the configuration of the store do not
 * allow it; `object_corrupt` where an object is damaged. None of them contains a credential.
 */
export interface ObjectStore {
  /**
   * Stores an object: all of the body or nothing, whatever fails in between, a crash and a power cut included. Once it resolves, each
   * reader gets this object. What the body throws is thrown on; a body that is not read to its end is cancelled. Replacing an object by the same
   * content renews its `modifiedAt`.
   */
  put(key: string, body: Uint8Array | ReadableStream<Uint8Array>, options?: PutOptions): Promise<PutOutcome>;
  /** Reads an object, or null where there is none. */
  get(key: string, options?: GetOptions): Promise<ObjectContent | null>;
  /** Describes an object, or null where there is none. */
  head(key: string, options?: CallOptions): Promise<ObjectInfo | null>;
  /** The objects whose keys begin with `prefix`, page by page. What changes meanwhile may be in a page or not; nothing else is left out. */
  list(prefix: string, options?: ListObjectsOptions): Promise<ObjectPage>;
  /** Removes objects, any number of them. Absent is fine. After an error some of them may be removed. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;
}
