import type { DomainError } from "../../domain/errors/domain-error.ts";
import type { LibraryKind, LibraryRecord, LibraryUser } from "../../ports/library-store.ts";
import type { PolicySubject } from "../../ports/policy.ts";
import type { Repositories } from "../../ports/store.ts";

/** A validated input, except for checks that need the store. */
export interface Draft {
  /** Null: the replacement keeps the name. */
  readonly name: string | null;
  readonly description: string;
  /** An object in canonical JSON, as in a record. It includes the description. */
  readonly content: string;
  /** Problems that do not reject it. */
  readonly warnings?: readonly string[];
  /** The bytes that the content refers to by hash. They are stored until the record is deleted. */
  readonly blobs?: readonly { readonly hash: string; readonly bytes: Uint8Array }[];
}

/** A record that was deleted. */
export type DeletedRecord = Pick<LibraryRecord, "tenant" | "id">;

/** Receives records of one tenant, or none. */
export type AfterDelete = (records: readonly DeletedRecord[]) => Promise<void>;

/** How one kind of versioned collection differs from the others. */
export interface CollectionKind<Item, Input, Replacement = Input> {
  readonly kind: LibraryKind;
  readonly prefix: "prm" | "tpl" | "skl";
  /** A JSON pointer to the name in an input. */
  readonly namePointer: string;
  /** Records of the first read, before their size is known. Up to twice as many when they are small. */
  readonly batch: number;
  /** Whether records own blobs, which are deleted with them. */
  readonly ownsBlobs: boolean;
  /** Parses an unknown value. Throws `invalid_request` with pointers. */
  parse(value: unknown): Input;
  /** Validates an input beyond its schema. Throws `invalid_request` with pointers. */
  draft(input: Input | Replacement): Draft | Promise<Draft>;
  toItem(record: LibraryRecord): Item;
  /** The record in the format of `bulk`. Runs outside of transactions. Null: it was deleted meanwhile. */
  toExport(record: LibraryRecord, repositories: Repositories): object | null | Promise<object | null>;
  /** The problem of each draft with the state of the store or the policy of who writes it, or null. Absent: there are no such checks. */
  faults?(
    repositories: Repositories,
    subject: PolicySubject,
    drafts: readonly Draft[],
  ): Promise<readonly (DomainError | null)[]>;
  /** The users of a record. Absent: nothing can use it. */
  users?(repositories: Repositories, record: LibraryRecord, limit: number): Promise<readonly LibraryUser[]>;
  /** Called inside the transaction that renames a record. */
  renamed?(repositories: Repositories, tenant: string, from: string, to: string): Promise<void>;
}
