import type { IdempotencyRepository } from "../../ports/store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import type { Tables } from "./tables.ts";

/** Frees the keys of requests that were running when the store was closed. */
export function freeUnfinishedKeys(tables: Tables): void {
  tables.idempotency.removeWhere(({ answer }) => answer === null);
}

export function idempotencyRepository(access: Access): IdempotencyRepository {
  return {
    async get(tenant, id) {
      return access.tables.idempotency.get(tenant, id) ?? null;
    },
    async insert(record) {
      const copy = frozenCopy(record);
      return access.write((tables) => {
        if (tables.idempotency.get(copy.tenant, copy.id)) return false;
        tables.idempotency.put(copy.tenant, copy);
        return true;
      });
    },
    async complete(tenant, id, answer) {
      await access.write((tables) => tables.idempotency.update(tenant, id, { answer }));
    },
    async delete(tenant, id) {
      await access.write((tables) => tables.idempotency.remove(tenant, id));
    },
    async sweep(before) {
      await access.write((tables) => tables.idempotency.removeWhere(({ created_at }) => created_at < before));
    },
  };
}
