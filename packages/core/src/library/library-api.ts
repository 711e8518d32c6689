import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { BulkInputOptions, BulkLine, BulkReport } from "../domain/library/bulk.ts";
import type { LibraryQuery, Rollback } from "../domain/library/library-query.ts";

/** An item of the library and the entity tag of its version, without quotes. */
export interface Versioned<Item> {
  readonly item: Item;
  readonly etag: string;
}

/** The etag that the item must have, or null if it must not exist; otherwise `precondition_failed`. */
export interface LibraryCondition {
  readonly ifMatch?: string | null | undefined;
}

export interface DeleteOptions extends LibraryCondition {
  /** Delete the item although it is in use. Default false. */
  readonly force?: boolean | undefined;
}

/**
 * What prompts, templates and skills have in common. `ref` is an id or a name; an unknown one is `not_found`. Every change creates
 * a version. Names are unique within a kind (`name_taken`). For a principal that is bound to workspaces the library is empty: every
 * call is `not_found`.
 */
export interface LibraryApi<Item, Input, Replacement = Input> {
  /** Newest first. A page of large items has fewer than `limit`. `q` is a part of the name or description; case is ignored. */
  list(principal: Principal, query?: LibraryQuery): Promise<Page<Item>>;
  /** All items, oldest first, in batches, in the format of `bulk`. */
  export(principal: Principal): AsyncIterable<readonly object[]>;
  create(principal: Principal, input: Input, options?: CreateOptions): Promise<Versioned<Item>>;
  get(principal: Principal, ref: string): Promise<Versioned<Item>>;
  /** Replaces the item, or creates it with that name. If nothing changes, the version stays. */
  put(
    principal: Principal,
    ref: string,
    input: Replacement,
    condition?: LibraryCondition,
  ): Promise<Versioned<Item> & { readonly created: boolean }>;
  /** An item that a workspace or template uses is `in_use`, with the users in `extra.users`, unless `force`. */
  delete(principal: Principal, ref: string, options?: DeleteOptions): Promise<void>;
  /** The item as it was at each version, newest first. */
  versions(principal: Principal, ref: string, query?: PageRequest): Promise<Page<Item>>;
  /** Creates a new version with the content of an earlier one. The name stays. */
  rollback(
    principal: Principal,
    ref: string,
    input: Rollback,
    options?: CreateOptions,
  ): Promise<Versioned<Item>>;
  /**
   * Loads items as they come, by name, and tells of each, in order. Not `atomic`: what was reported is written, also when the lines break
   * fails later. `atomic`: nothing is written unless every line is valid; the results come at the end.
   */
  bulk(
    principal: Principal,
    lines: AsyncIterable<readonly BulkLine[]>,
    options?: BulkInputOptions,
  ): BulkReport;
}
