import { DomainError } from "../../domain/errors/domain-error.ts";
import type { BatchRepository } from "../../ports/batch-store.ts";
import type { Access } from "./access.ts";
import { batchItemRepository } from "./batch-item-repository.ts";
import { dueRows } from "./due-rows.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { groupOf } from "./tables.ts";

export function batchRepository(access: Access): BatchRepository {
  return {
    ...dueRows(access, ({ batches }) => batches),
    items: batchItemRepository(access),
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write(({ batches }) => batches.insert(copy.tenant, copy, "The batch's id is taken."));
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
    async usesSnapshot(tenant, snapshotId) {
      return access.tables.batches
        .group(tenant)
        .some(({ snapshot_id, ended_at }) => snapshot_id === snapshotId && ended_at === null);
    },
    async delete(tenant, id) {
      return access.write((tables) => {
        tables.batchItems.clear(groupOf(tenant, id));
        return tables.batches.remove(tenant, id);
      });
    },
  };
}
