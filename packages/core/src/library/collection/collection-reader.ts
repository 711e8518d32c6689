import { freezeDeep } from "../../runtime/freeze-deep.ts";
import {
  decodeCursor,
  decodeNumber,
  DEFAULT_PAGE,
  encodeCursor,
  type Page,
  type PageRequest,
} from "../../domain/paging.ts";
import type { LibraryRecord, LibraryVersion } from "../../ports/library-store.ts";
import type { Store } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import type { LibraryQuery } from "../../domain/library/library-query.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import { readAll, readPage } from "./bounded-reading.ts";
import type { CollectionKind } from "./collection-kind.ts";
import { recordAt } from "./collection-record.ts";
import { findByRef, noSuch } from "./collection-ref.ts";

/** Larger items are not cached. */
const MAX_KNOWN = 16_384;

/** Reads a versioned collection in bounded amounts. */
export class CollectionReader<Item, Input, Replacement> {
  /** Stores return the same frozen records until something changes. */
  private readonly known = new WeakMap<LibraryRecord, Item>();

  constructor(
    private readonly kind: CollectionKind<Item, Input, Replacement>,
    private readonly store: Store,
  ) {}

  async list(
    { tenant }: Principal,
    { q = "", limit = DEFAULT_PAGE, cursor }: LibraryQuery,
  ): Promise<Page<Item>> {
    // No text contains NUL, and some databases reject it.
    if (q.includes("\0")) return { items: [], next: null };
    const start = cursor === undefined ? undefined : decodeCursor(cursor);
    const search = q.toWellFormed();
    const { rows, isMore } = await readPage<LibraryRecord>(this.kind.batch, limit, (last, size) =>
      requirePart(this.store, "library").list(tenant, this.kind.kind, {
        limit: size,
        before: last?.id ?? start,
        ...(search !== "" && { search }),
      }),
    );
    const last = rows.at(-1);
    return {
      items: rows.map((record) => this.itemOf(record)),
      next: isMore && last !== undefined ? encodeCursor(last.id) : null,
    };
  }

  private itemOf(record: LibraryRecord): Item {
    const known = this.known.get(record);
    if (known !== undefined) return known;
    const item = this.kind.toItem(record);
    if (Object.isFrozen(record) && record.content.length <= MAX_KNOWN) {
      freezeDeep(item);
      this.known.set(record, item);
    }
    return item;
  }

  async find({ tenant }: Principal, ref: string): Promise<LibraryRecord> {
    const record = await findByRef(this.store, this.kind, tenant, ref);
    if (record === null) throw noSuch(this.kind);
    return record;
  }

  async versions(
    principal: Principal,
    ref: string,
    { limit = DEFAULT_PAGE, cursor }: PageRequest,
  ): Promise<Page<Item>> {
    const record = await this.find(principal, ref);
    const start = cursor === undefined ? undefined : decodeNumber(cursor);
    const { rows, isMore } = await readPage<LibraryVersion>(this.kind.batch, limit, (last, size) => {
      return requirePart(this.store, "library").versions(principal.tenant, record.id, {
        limit: size,
        before: last?.version ?? start,
      });
    });
    const last = rows.at(-1);
    return {
      items: rows.map((version) => this.kind.toItem(recordAt(record, version))),
      next: isMore && last !== undefined ? encodeCursor(last.version) : null,
    };
  }

  /** Each batch is a separate read: items that are created meanwhile come last, deleted items are left out. */
  async *export({ tenant }: Principal): AsyncGenerator<readonly object[], void> {
    const batches = readAll<LibraryRecord>(this.kind.batch, (last, limit) =>
      requirePart(this.store, "library").listOldest(tenant, this.kind.kind, {
        limit,
        ...(last !== null && { after: last.id }),
      }),
    );
    for await (const records of batches) {
      const items: object[] = [];
      for (const record of records) {
        const exported = this.kind.toExport(record, this.store);
        if (!(exported instanceof Promise)) {
          if (exported !== null) items.push(exported);
          continue;
        }
        // Exports may be large: one at a time.
        const item = await exported;
        if (item !== null) yield [item];
      }
      if (items.length > 0) yield items;
    }
  }
}
