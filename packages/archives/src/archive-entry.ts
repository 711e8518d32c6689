export type ArchiveKind = "zip" | "tar.gz";

/** A file, directory or link of an archive, without its bytes. */
export type ArchiveMember = {
  /** Relative, with `/` between its names. */
  readonly path: string;
  /** Bytes; 0 for directories and links. */
  readonly size: number;
  readonly executable: boolean;
} & (
  | { readonly type: "dir" }
  | {
      readonly type: "file";
      /** Of a hard link: the path of an earlier file with the same content. The body is empty. */
      readonly sameAs?: string;
    }
  | {
      readonly type: "symlink";
      /** The target, relative to the directory of the link. It stays inside the archive (`linkFault`) unless the limits allow others. */
      readonly target: string;
    }
);

/** A member with its bytes. */
export type ArchiveEntry = ArchiveMember & {
  /** The bytes, none for directories and links. Read them once, before the next entry. */
  body(): ReadableStream<Uint8Array>;
  /** The same, in memory for small files: an archive of many of them needs no stream for each. */
  content(): Promise<Uint8Array | ReadableStream<Uint8Array>>;
};

/** The most bytes of a small file. */
export const SMALL_BYTES = 65_536;

/** An entry to be packed. */
export type ArchiveInput = ArchiveMember & {
  /** Last modification, milliseconds since 1970. Default: the beginning of 1980, the first time that a zip can hold. */
  readonly mtime?: number;
  /** The bytes, as many as `size`. Called for files only. */
  body(): Promise<Uint8Array | ReadableStream<Uint8Array>>;
};

export interface ArchiveLimits {
  /** Most bytes of all files together. */
  readonly maxBytes: number;
  /** Most files, directories and links, including directories that are only part of a path. Default 100,000. */
  readonly maxEntries?: number;
  /** How many times its packed size a file may be, once it has more than 16 MiB. Default 500. */
  readonly maxRatio?: number;
  /** Symbolic links may lead anywhere: for a caller who creates none of them. Default false. */
  readonly allowsAllLinks?: boolean;
}

export interface ArchiveTotals {
  /** Hard links are files. */
  readonly files: number;
  /** Symbolic links. */
  readonly links: number;
  /** Including those that are only part of a path. */
  readonly directories: number;
  /** Of all files together. */
  readonly bytes: number;
}

/** An archive that passed the checks. */
export interface Archive {
  readonly kind: ArchiveKind;
  readonly members: readonly ArchiveMember[];
  readonly totals: ArchiveTotals;
  /**
   * The members with their bytes, in order. What only the bytes can show, such as a wrong checksum, is an error of the body: keep
   * written files apart until all entries are read.
   */
  entries(): AsyncGenerator<ArchiveEntry, void>;
}
