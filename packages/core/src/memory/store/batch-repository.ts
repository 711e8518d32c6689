import { DomainError } from "../../domain/errors/domain-error.ts";
import type { BatchRepository } from "../../ports/batch-store.ts";
import type { Access } from "./access.ts";
import { batchItemRepository } from "./batch-item-repository.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { itemsOf } from "./tables.ts";

export function batchRepository(access: Access): BatchRepository {
  return {
    items: batchItemRepository(access),
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        if (tables.batches.get(copy.tenant, copy.id))
          throw new DomainError("internal", "The batch's id is taken.");
        tables.batches.put(copy.tenant, copy);
      });
    },
    async get(tenant, id) {
      return access.tables.batches.get(tenant, id) ?? null;
    },
    async list(tenant, { workspaceIds, owner, ...page }) {
      return access.tables.batches.newestFirst(
        tenant,
        page,
        ({ status, workspace_id, principal }) =>
          status !== "loading" &&
          (workspaceIds === undefined || (workspace_id !== null && workspaceIds.includes(workspace_id))) &&
          (owner === undefined || principal.id === owner),
      );
    },
    async save({ turn: _, ...changed }) {
      const change = frozenCopy(changed);
      await access.write((tables) => {
        if (!tables.batches.get(change.tenant, change.id))
          throw new DomainError("not_found", "There is no such batch.");
        tables.batches.update(change.tenant, change.id, change);
      });
    },
    async delete(tenant, id) {
      return access.write((tables) => {
        tables.batchItems.clear(itemsOf(tenant, id));
        return tables.batches.remove(tenant, id);
      });
    },
    async claim({ except = [], now = access.now() } = {}) {
      const [record] = [...access.tables.batches.all()]
        .filter(({ id, due_at }) => due_at !== null && due_at <= now && !except.includes(id))
        .toSorted((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1));
      return record === undefined ? null : { record, now };
    },
    async dueIn(now = access.now()) {
      const times = [...access.tables.batches.all()].flatMap(({ due_at }) => due_at ?? []);
      return times.length === 0 ? null : Math.min(...times) - now;
    },
  };
}
