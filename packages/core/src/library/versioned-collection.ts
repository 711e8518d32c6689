import { DomainError } from "../domain/errors/domain-error.ts";
import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { LibraryRecord } from "../ports/library-store.ts";
import type { Repositories } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { BulkOptions, BulkReport } from "../domain/library/bulk.ts";
import type { LibraryQuery, Rollback } from "../domain/library/library-query.ts";
import { subjectOf } from "../config/policy.ts";
import { loadContext, loadItems } from "./bulk/bulk-loader.ts";
import type { LoadLine } from "./bulk/bulk-step.ts";
import type { DeleteOptions, LibraryApi, LibraryCondition, Versioned } from "./library-api.ts";
import type { AfterDelete, CollectionKind, Draft } from "./collection/collection-kind.ts";
import type { CollectionPorts } from "./collection/collection-ports.ts";
import { CollectionReader } from "./collection/collection-reader.ts";
import { CollectionWriter } from "./collection/collection-writer.ts";

/** A versioned collection of the library: prompts, templates or skills. For a principal that is bound to workspaces it is empty: `not_found`. */
export class VersionedCollection<Item, Input, Replacement = Input> implements LibraryApi<
  Item,
  Input,
  Replacement
> {
  private readonly reader: CollectionReader<Item, Input, Replacement>;
  private readonly writer: CollectionWriter<Item, Input, Replacement>;

  constructor(
    protected readonly kind: CollectionKind<Item, Input, Replacement>,
    protected readonly ports: CollectionPorts,
    /** Called after the commit of a transaction that may have deleted records. Must not throw. */
    private readonly afterDelete: AfterDelete = async () => {},
  ) {
    this.reader = new CollectionReader(kind, ports.store);
    this.writer = new CollectionWriter(kind, ports);
  }

  async list(principal: Principal, query: LibraryQuery): Promise<Page<Item>> {
    assertSeesLibrary(principal);
    return this.reader.list(principal, query);
  }

  export(principal: Principal): AsyncIterable<readonly object[]> {
    assertSeesLibrary(principal);
    return this.reader.export(principal);
  }

  async create(principal: Principal, input: Input, options?: CreateOptions): Promise<Versioned<Item>> {
    assertSeesLibrary(principal);
    return this.createDraft(principal, await this.kind.draft(input), options);
  }

  async get(principal: Principal, ref: string): Promise<Versioned<Item>> {
    return this.writer.answer(await this.find(principal, ref));
  }

  async put(
    principal: Principal,
    ref: string,
    input: Replacement,
    condition?: LibraryCondition,
  ): Promise<Versioned<Item> & { readonly created: boolean }> {
    assertSeesLibrary(principal);
    return this.putDraft(principal, ref, await this.kind.draft(input), condition);
  }

  async delete(principal: Principal, ref: string, options: DeleteOptions = {}): Promise<void> {
    assertSeesLibrary(principal);
    await this.afterDelete([await this.writer.delete(principal, ref, options)]);
  }

  async versions(principal: Principal, ref: string, query: PageRequest): Promise<Page<Item>> {
    assertSeesLibrary(principal);
    return this.reader.versions(principal, ref, query);
  }

  async rollback(
    principal: Principal,
    ref: string,
    { version }: Rollback,
    options?: CreateOptions,
  ): Promise<Versioned<Item>> {
    assertSeesLibrary(principal);
    return this.writer.rollback(principal, ref, version, options);
  }

  bulk(principal: Principal, lines: AsyncIterable<readonly LoadLine[]>, options: BulkOptions): BulkReport {
    assertSeesLibrary(principal);
    const context = loadContext(this.kind, this.ports, subjectOf(principal), this.afterDelete);
    return loadItems(context, lines, options);
  }

  /** The record with an id or a name. */
  async find(principal: Principal, ref: string): Promise<LibraryRecord> {
    assertSeesLibrary(principal);
    return this.reader.find(principal, ref);
  }

  /** Like `create`, for a validated draft of a principal that sees the library. */
  protected async createDraft(
    principal: Principal,
    draft: Draft,
    options?: CreateOptions,
  ): Promise<Versioned<Item>> {
    return this.writer.create(principal, draft, options);
  }

  /** Like `put`, for a validated draft of a principal that sees the library. */
  protected async putDraft(
    principal: Principal,
    ref: string,
    draft: Draft,
    condition: LibraryCondition = {},
  ): Promise<Versioned<Item> & { readonly created: boolean }> {
    return this.writer.put(principal, ref, draft, condition);
  }

  /** Runs inside the caller's transaction; the caller has checked the principal. Throws `name_taken`. */
  async insertInput(repositories: Repositories, principal: Principal, input: Input): Promise<Item> {
    const draft = await this.kind.draft(input);
    return this.kind.toItem(await this.writer.insert(repositories, principal, draft));
  }
}

/** Throws `not_found` for a principal that is bound to workspaces. */
export function assertSeesLibrary({ workspace_ids }: Principal): void {
  if (workspace_ids !== null)
    throw new DomainError("not_found", "A token that is bound to workspaces sees nothing else.");
}
