import { DomainError } from "../../domain/errors/domain-error.ts";
import type { UsageRepository } from "../../ports/usage-store.ts";
import { mergeRows } from "../../usage/sum-usage.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { usageOf } from "./tables.ts";

/** Writers take turns here anyway, so that one row for a day and a model is enough. */
export function usageRepository(access: Access): UsageRepository {
  return {
    async add(tenant, workspaceId, _sessionId, rows) {
      await access.write((tables) => {
        if (!tables.workspaces.get(tenant, workspaceId)) {
          throw new DomainError("not_found", "There is no such workspace.");
        }
        const group = usageOf(tenant, workspaceId);
        for (const row of rows) {
          const before = tables.usage.get(group, `${row.day} ${row.model}`);
          for (const merged of mergeRows(before === undefined ? [row] : [before, row]))
            tables.usage.put(group, frozenCopy(merged));
        }
      });
    },
    async list(tenant, workspaceId) {
      return access.tables.usage.group(usageOf(tenant, workspaceId));
    },
  };
}
