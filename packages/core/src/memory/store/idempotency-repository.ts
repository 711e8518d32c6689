import type { IdempotencyRepository } from "../../ports/store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import type { Tables } from "./tables.ts";

/** Frees the keys of requests that were running when the store was closed. */
export function freeUnfinishedKeys(tables: Tables): void {
  for (const record of [...tables.idempotency.all()]) {
    if (record.answer === null) tables.idempotency.remove(record.tenant, record.id);
  }
}

export function idempotencyRepository(access: Access): IdempotencyRepository {
  return {
    async now() {
      return access.now();
    },
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
      await access.write((tables) => {
        const record = tables.idempotency.get(tenant, id);
        if (record) tables.idempotency.put(tenant, Object.freeze({ ...record, answer }));
      });
    },
    async delete(tenant, id) {
      await access.write((tables) => tables.idempotency.remove(tenant, id));
    },
    async sweep(before) {
      await access.write((tables) => {
        for (const record of [...tables.idempotency.all()]) {
          if (record.created_at < before) tables.idempotency.remove(record.tenant, record.id);
        }
      });
    },
  };
}
