import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { BulkLine, BulkOptions, BulkReport } from "../domain/library/bulk.ts";

/** A thing of the library and the entity tag of its version, without quotes. */
export interface Versioned<Item> {
  readonly item: Item;
  readonly etag: string;
}

/** A condition on what is there: its etag, or null for nothing; else `precondition_failed`. */
export interface LibraryCondition {
  readonly ifMatch?: string | null;
}

/**
 * What prompts, templates and skills have in common. `ref` is an id or a name; one that names nothing is `not_found`. Every change
 * makes a version. Names are unique in their kind (`name_taken`). For a principal that is bound to workspaces nothing is there: every
 * call is `not_found`.
 */
export interface LibraryApi<Item, Input, Replacement = Input> {
  /** Newest first. A page holds fewer than `limit` where they are large. `q` is a part of the name or description, in any case. */
  list(principal: Principal, query: PageRequest & { readonly q?: string }): Promise<Page<Item>>;
  /** Everything, oldest first, batch by batch, each in the form that `bulk` takes. */
  export(principal: Principal): AsyncIterable<readonly object[]>;
  create(principal: Principal, input: Input, options?: CreateOptions): Promise<Versioned<Item>>;
  get(principal: Principal, ref: string): Promise<Versioned<Item>>;
  /** Replaces, or makes it under that name. What is the same already stays at its version. */
  put(
    principal: Principal,
    ref: string,
    input: Replacement,
    condition?: LibraryCondition,
  ): Promise<Versioned<Item> & { readonly created: boolean }>;
  /** What a workspace or template uses is `in_use` with the users in `extra.users`, unless `force`. */
  delete(
    principal: Principal,
    ref: string,
    options?: LibraryCondition & { readonly force?: boolean },
  ): Promise<void>;
  /** The item as it was at each version, newest first. */
  versions(principal: Principal, ref: string, query: PageRequest): Promise<Page<Item>>;
  /** Makes a new version with the content of an earlier one; the name stays. */
  rollback(
    principal: Principal,
    ref: string,
    version: number,
    options?: CreateOptions,
  ): Promise<Versioned<Item>>;
  /**
   * Loads items as they come, by name, and tells of each, in order. Not `atomic`: what was reported is written, also when the lines break
   * off. `atomic`: nothing is written unless every line is good; the results come at the end.
   */
  bulk(principal: Principal, lines: AsyncIterable<readonly BulkLine[]>, options: BulkOptions): BulkReport;
}
