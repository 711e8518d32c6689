import type { DomainError } from "../../domain/errors/domain-error.ts";
import { invalidField } from "../../domain/errors/invalid-field.ts";
import { subjectOf } from "../../config/policy.ts";
import type { CreateOptions } from "../../idempotency/idempotency.ts";
import { repeatOn } from "../../idempotency/repeat-on.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { Repositories } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import type { DeleteOptions, LibraryCondition, Versioned } from "../library-api.ts";
import { inUse } from "./in-use.ts";
import type { Draft, CollectionKind } from "./collection-kind.ts";
import type { CollectionPorts } from "./collection-ports.ts";
import { changedRecord, checkCondition, draftOf, libraryEtag, newRecord } from "./collection-record.ts";
import { canBeName, findByRef, isIdRef, nameTaken, noSuch } from "./collection-ref.ts";

type NamedDraft = Draft & { readonly name: string };

/** Writes to a versioned collection, one item in one transaction. */
export class CollectionWriter<Item, Input, Replacement> {
  constructor(
    private readonly kind: CollectionKind<Item, Input, Replacement>,
    private readonly ports: CollectionPorts,
  ) {}

  async create(principal: Principal, draft: Draft, options?: CreateOptions): Promise<Versioned<Item>> {
    const { name, content } = draft;
    const route = `POST /api/${this.kind.kind}s`;
    return this.ports.idempotency.once(
      { ...options, principal, route, body: { name, content } },
      async (repositories) => this.answer(await this.insert(repositories, principal, draft)),
    );
  }

  /** Inside the caller's transaction. Throws `name_taken`. */
  async insert(repositories: Repositories, principal: Principal, draft: Draft): Promise<LibraryRecord> {
    const { tenant } = principal;
    const named = this.named(draft, null);
    if ((await findByRef(repositories, this.kind, tenant, named.name)) !== null)
      throw nameTaken(this.kind, named.name);
    await this.checkFaults(repositories, principal, named);
    const record = newRecord(this.kind, tenant, named, this.ports.clock.now());
    await this.save(repositories, record, named);
    return record;
  }

  async put(
    principal: Principal,
    ref: string,
    draft: Draft,
    condition: LibraryCondition,
  ): Promise<Versioned<Item> & { readonly created: boolean }> {
    // Another caller may have created it between the read and the write: then this call changes it.
    return repeatOn("name_taken", 2, () =>
      this.ports.store.transaction((repositories) =>
        this.replace(repositories, principal, ref, draft, condition),
      ),
    );
  }

  private async replace(
    repositories: Repositories,
    principal: Principal,
    ref: string,
    draft: Draft,
    { ifMatch }: LibraryCondition,
  ): Promise<Versioned<Item> & { readonly created: boolean }> {
    const record = await findByRef(repositories, this.kind, principal.tenant, ref);
    if (record === null && isIdRef(this.kind, ref)) throw noSuch(this.kind);
    checkCondition(record, ifMatch);
    if (record !== null)
      return { ...this.answer(await this.change(repositories, principal, record, draft)), created: false };
    const made = await this.insert(repositories, principal, this.named(draft, ref));
    return { ...this.answer(made), created: true };
  }

  private async change(
    repositories: Repositories,
    principal: Principal,
    record: LibraryRecord,
    draft: Draft,
  ): Promise<LibraryRecord> {
    const name = draft.name ?? record.name;
    if (name === record.name && draft.content === record.content) return record;
    if (!canBeName(name)) throw invalidField(this.kind.namePointer, "must be a name");
    await this.checkFaults(repositories, principal, draft);
    if (name !== record.name && (await findByRef(repositories, this.kind, record.tenant, name)) !== null)
      throw nameTaken(this.kind, name);
    const changed = changedRecord(record, draft, this.ports.clock.now());
    await this.save(repositories, changed, draft);
    if (name !== record.name) await this.kind.renamed?.(repositories, record.tenant, record.name, name);
    return changed;
  }

  /** Returns the record as it was before. */
  async delete(
    { tenant }: Principal,
    ref: string,
    { ifMatch, force = false }: DeleteOptions,
  ): Promise<LibraryRecord> {
    return this.ports.store.transaction(async (repositories) => {
      const record = await findByRef(repositories, this.kind, tenant, ref);
      if (record === null) throw noSuch(this.kind);
      checkCondition(record, ifMatch);
      const refusal = force ? null : await inUse(this.kind, repositories, record);
      if (refusal !== null) throw refusal;
      await requirePart(repositories, "library").delete(tenant, [record.id]);
      if (this.kind.ownsBlobs) await repositories.blobs?.release(tenant, [record.id]);
      return record;
    });
  }

  async rollback(
    principal: Principal,
    ref: string,
    version: number,
    options?: CreateOptions,
  ): Promise<Versioned<Item>> {
    const { tenant } = principal;
    const route = `POST /api/${this.kind.kind}s/${ref}/rollback`;
    return this.ports.idempotency.once(
      { ...options, principal, route, body: { version } },
      async (repositories) => {
        const record = await findByRef(repositories, this.kind, tenant, ref);
        if (record === null) throw noSuch(this.kind);
        const library = requirePart(repositories, "library");
        const [earlier] = await library.versions(tenant, record.id, { before: version + 1, limit: 1 });
        if (earlier?.version !== version) throw invalidField("#/version", "is no version of it");
        const draft = draftOf(earlier);
        const fault = await this.faultOf(repositories, principal, draft);
        if (fault !== null) throw invalidField("#/version", `does not fit any more: ${fault.detail}`);
        const changed = changedRecord(record, draft, this.ports.clock.now());
        await library.save([changed]);
        return this.answer(changed);
      },
    );
  }

  answer(record: LibraryRecord): Versioned<Item> {
    return { item: this.kind.toItem(record), etag: libraryEtag(record) };
  }

  private async save(
    repositories: Repositories,
    record: LibraryRecord,
    { blobs = [] }: Draft,
  ): Promise<void> {
    await requirePart(repositories, "library").save([record]);
    if (blobs.length > 0) await requirePart(repositories, "blobs").put(record.tenant, record.id, blobs);
  }

  /** The draft with a name: its own, which must be that in the URL, if there is one. */
  private named(draft: Draft, address: string | null): NamedDraft {
    const name = draft.name ?? address;
    const { namePointer } = this.kind;
    if (name === null || !canBeName(name)) throw invalidField(namePointer, "must be a name");
    if (address !== null && name !== address)
      throw invalidField(namePointer, "must be the name in the address");
    return { ...draft, name };
  }

  private async faultOf(
    repositories: Repositories,
    principal: Principal,
    draft: Draft,
  ): Promise<DomainError | null> {
    const [fault = null] = (await this.kind.faults?.(repositories, subjectOf(principal), [draft])) ?? [];
    return fault;
  }

  private async checkFaults(repositories: Repositories, principal: Principal, draft: Draft): Promise<void> {
    const fault = await this.faultOf(repositories, principal, draft);
    if (fault !== null) throw fault;
  }
}
