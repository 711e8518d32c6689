import { DomainError } from "../../domain/errors/domain-error.ts";
import type { BatchItemRecord, BatchItemState } from "../../domain/batches/batch-item.ts";
import type { BatchItemRepository } from "../../ports/batch-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { groupOf, type Tables } from "./tables.ts";

/** Items of one batch. */
function requireNew(tables: Tables, added: readonly BatchItemRecord[]): void {
  const [first] = added;
  if (first === undefined) return;
  if (!tables.batches.get(first.tenant, first.batch_id))
    throw new DomainError("not_found", "There is no such batch.");
  const stored = tables.batchItems.group(groupOf(first.tenant, first.batch_id));
  for (const member of ["key", "position"] as const) {
    const values = new Set(added.map((item) => item[member]));
    if (values.size < added.length || stored.some((item) => values.has(item[member])))
      throw new DomainError("internal", `The batch has an item with this ${member}.`);
  }
}

const stateOf = ({ item: _, ...state }: BatchItemRecord): BatchItemState => state;

export function batchItemRepository(access: Access): BatchItemRepository {
  const of = (tenant: string, batchId: string) => access.tables.batchItems.group(groupOf(tenant, batchId));
  return {
    async add(records) {
      const copies = records.map(frozenCopy);
      await access.write((tables) => {
        for (const added of Map.groupBy(copies, (copy) => groupOf(copy.tenant, copy.batch_id)).values())
          requireNew(tables, added);
        for (const copy of copies) tables.batchItems.put(groupOf(copy.tenant, copy.batch_id), copy);
      });
    },
    async get(tenant, batchId, position) {
      return access.tables.batchItems.get(groupOf(tenant, batchId), position) ?? null;
    },
    async ofTurn(tenant, turnId) {
      for (const item of access.tables.batchItems.all())
        if (item.turn_id === turnId && item.tenant === tenant) return stateOf(item);
      return null;
    },
    async list(tenant, batchId, { status, limit }) {
      return of(tenant, batchId)
        .filter((item) => item.status === status)
        .slice(0, limit)
        .map(stateOf);
    },
    async ended(tenant, batchId, { after, limit }) {
      return of(tenant, batchId)
        .filter(({ ended }) => ended !== null && ended > after)
        .toSorted((a, b) => (a.ended ?? 0) - (b.ended ?? 0))
        .slice(0, limit)
        .map(stateOf);
    },
    async save({ tenant, batch_id, position, ...state }) {
      const { status, workspace_id, session_id, turn_id, attempts, retry_at, ended, result } = state;
      const changed = { status, workspace_id, session_id, turn_id, attempts, retry_at, ended, result };
      const change = frozenCopy(changed);
      await access.write((tables) => {
        tables.batchItems.update(groupOf(tenant, batch_id), position, change);
      });
    },
    async remove(tenant, batchId, limit) {
      return access.write((tables) => {
        const group = groupOf(tenant, batchId);
        const removed = tables.batchItems.group(group).slice(0, limit);
        for (const { position } of removed) tables.batchItems.remove(group, position);
        return removed.length;
      });
    },
  };
}
