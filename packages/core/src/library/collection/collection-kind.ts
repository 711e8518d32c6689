import type { DomainError } from "../../domain/errors/domain-error.ts";
import type { LibraryKind, LibraryRecord, LibraryUser } from "../../ports/library-store.ts";
import type { Repositories } from "../../ports/store.ts";

/** What an input comes to, checked in all that needs no store. */
export interface Draft {
  /** Null: a replacement that leaves the name as it is. */
  readonly name: string | null;
  readonly description: string;
  /** As in a record: an object in canonical JSON, its `description` among its members. */
  readonly content: string;
  /** What is wrong with it, and no reason to refuse it. */
  readonly warnings?: readonly string[];
  /** The bytes that the content names by hash; kept for as long as the record lives, whatever its version. */
  readonly blobs?: readonly { readonly hash: string; readonly bytes: Uint8Array }[];
}

/** What tells one kind of the library from another. */
export interface CollectionKind<Item, Input, Replacement = Input> {
  readonly kind: LibraryKind;
  readonly prefix: "prm" | "tpl" | "skl";
  /** A pointer to where an input has its name. */
  readonly namePointer: string;
  /** Records that are read at once before their size is known; up to twice as many when they are small. */
  readonly batch: number;
  /** Whether records own blobs, which go with them. */
  readonly ownsBlobs: boolean;
  /** The input in a value of unknown form; throws `invalid_request` with pointers. */
  parse(value: unknown): Input;
  /** Throws what is wrong with an input beyond its form, with pointers. */
  draft(input: Input | Replacement): Draft | Promise<Draft>;
  toItem(record: LibraryRecord): Item;
  /** In the form that `bulk` takes. Runs outside transactions; null for what is gone by now. */
  toExport(record: LibraryRecord, repositories: Repositories): object | null | Promise<object | null>;
  /** What is wrong with each draft as things stand in the store, or null. Absent: nothing ever is. */
  faults?(
    repositories: Repositories,
    tenant: string,
    drafts: readonly Draft[],
  ): Promise<readonly (DomainError | null)[]>;
  /** Who uses a record. Absent: nobody ever does. */
  users?(repositories: Repositories, record: LibraryRecord, limit: number): Promise<readonly LibraryUser[]>;
  /** Follows a renaming, inside its transaction. */
  renamed?(repositories: Repositories, tenant: string, from: string, to: string): Promise<void>;
}
