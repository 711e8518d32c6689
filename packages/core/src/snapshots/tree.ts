import type { ByteName } from "./byte-name.ts";

/** A pack, by its SHA-256 in hexadecimal. Empty until it is complete. */
export interface Pack {
  id: string;
}

/** A range of a pack. */
export interface PackRange {
  readonly pack: Pack;
  readonly offset: number;
  readonly length: number;
}

/** The content of a file, and its location. */
export type Content =
  | {
      /** SHA-256 in hexadecimal. */
      readonly sha256: string;
      /** Null: not stored. */
      readonly range: PackRange | null;
    }
  | {
      /** SHA-256 of each chunk. Without chunks, the file is empty. */
      readonly chunks: readonly string[];
    };

/** How a file was when it was read, to recognize that it has not changed. */
export interface Stamp {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly ctimeMs: number;
}

export interface TreeFile {
  readonly type: "file";
  /** Permission bits. */
  readonly mode: number;
  readonly size: number;
  /** Null: it is not known. */
  readonly content: Content | null;
  /** Null: its state in the volume is not known. */
  readonly stamp: Stamp | null;
}

export interface TreeLink {
  readonly type: "symlink";
  readonly target: ByteName;
}

/** Where the entries of a directory are stored. Equal digests are equal directories. */
export interface NodeRef {
  /** SHA-256 of the entries without their locations, in hexadecimal. */
  readonly digest: string;
  readonly range: PackRange;
}

export interface TreeDirectory {
  readonly type: "dir";
  /** Permission bits. */
  readonly mode: number;
  readonly entries: ReadonlyMap<ByteName, TreeEntry>;
  /** Null: not stored. */
  readonly node: NodeRef | null;
}

export type TreeEntry = TreeFile | TreeLink | TreeDirectory;

export const packKey = (id: string) => `p/${id}`;
export const chunkKey = (sha256: string) => `c/${sha256}`;

/** A text that is equal for equal contents only; null where a content is not known. */
export function contentId(content: Content): string;
export function contentId(content: Content | null): string | null;
export function contentId(content: Content | null): string | null {
  if (content === null) return null;
  return "chunks" in content ? `c:${content.chunks.join()}` : content.sha256;
}

/** The entry of a name where it is a directory. */
export function directoryAt(directory: TreeDirectory | undefined, name: ByteName): TreeDirectory | undefined {
  const found = directory?.entries.get(name);
  return found?.type === "dir" ? found : undefined;
}
