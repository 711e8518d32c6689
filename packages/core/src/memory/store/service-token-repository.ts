import { DomainError } from "../../domain/errors/domain-error.ts";
import type { ServiceTokenRepository } from "../../ports/service-token-store.ts";
import type { ServiceTokenRecord } from "../../domain/tokens/service-token.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import type { Tables } from "./tables.ts";

function findByHash(tables: Tables, hash: string): ServiceTokenRecord | null {
  for (const record of tables.serviceTokens.all()) if (record.hash === hash) return record;
  return null;
}

export function serviceTokenRepository(access: Access): ServiceTokenRepository {
  return {
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        if (tables.serviceTokens.get(copy.tenant, copy.id) || findByHash(tables, copy.hash)) {
          throw new DomainError("internal", "The token's id or hash is taken.");
        }
        tables.serviceTokens.put(copy.tenant, copy);
      });
    },
    async list(tenant, page) {
      return access.tables.serviceTokens.newestFirst(tenant, page);
    },
    async get(tenant, id) {
      return access.tables.serviceTokens.get(tenant, id) ?? null;
    },
    async delete(tenant, id) {
      return access.write((tables) => tables.serviceTokens.remove(tenant, id));
    },
    async findByHash(hash) {
      return findByHash(access.tables, hash);
    },
    async touch(tenant, id, usedAt) {
      await access.write((tables) => tables.serviceTokens.update(tenant, id, { last_used_at: usedAt }));
    },
  };
}
