export type ArchiveKind = "zip" | "tar.gz";

/** What an archive says about one of its files, directories or links. */
export type ArchiveMember = {
  /** A path as volumes have it: relative, `/` between its names. */
  readonly path: string;
  /** Bytes; 0 for what is no file. */
  readonly size: number;
  readonly executable: boolean;
} & (
  | { readonly type: "dir" }
  | {
      readonly type: "file";
      /** A hard link: the path of a file before it, whose content it has. Its own body is empty. */
      readonly sameAs?: string;
    }
  | {
      readonly type: "symlink";
      /** Where it leads, from its directory; never out of the archive (`linkFault`) unless the limits allow it. */
      readonly target: string;
    }
);

/** A member whose bytes can be read. */
export type ArchiveEntry = ArchiveMember & {
  /** The bytes, none for what is no file; to be taken once, and before the next entry is asked for. */
  body(): ReadableStream<Uint8Array>;
  /** The bytes in place of `body`, held in memory where they are few: archives of many small files need no stream for each. */
  content(): Promise<Uint8Array | ReadableStream<Uint8Array>>;
};

/** Files of so many bytes at most are taken at once. */
export const SMALL_BYTES = 65_536;

/** What goes into an archive. */
export type ArchiveInput = ArchiveMember & {
  /** Last modification, milliseconds since 1970. Default: the beginning of 1980, the first that a zip can say. */
  readonly mtime?: number;
  /** The bytes, as many as `size` says. Asked for files only. */
  body(): Promise<Uint8Array | ReadableStream<Uint8Array>>;
};

export interface ArchiveLimits {
  /** Most bytes of all files together. */
  readonly maxBytes: number;
  /** Most files, directories and links, those counted that are only part of a path. Default 100,000. */
  readonly maxEntries?: number;
  /** How many times its packed size a file may be, once it has more than 16 MiB. Default 500. */
  readonly maxRatio?: number;
  /** Symbolic links may lead anywhere: for a caller who makes none. Default false. */
  readonly allowsAllLinks?: boolean;
}

export interface ArchiveTotals {
  /** Hard links are files. */
  readonly files: number;
  /** Symbolic links. */
  readonly links: number;
  /** Those counted that are only part of a path. */
  readonly directories: number;
  /** Of all files together. */
  readonly bytes: number;
}

/** An archive that was found to be in order. */
export interface Archive {
  readonly kind: ArchiveKind;
  readonly members: readonly ArchiveMember[];
  readonly totals: ArchiveTotals;
  /**
   * The members with their bytes, in order. What only the bytes can tell (a wrong checksum, more bytes than were said) is
   * thrown by the body that has it: who writes them somewhere keeps them apart until all are there.
   */
  entries(): AsyncGenerator<ArchiveEntry, void>;
}
