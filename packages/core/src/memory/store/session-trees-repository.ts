import { DomainError } from "../../domain/errors/domain-error.ts";
import type { SessionTreesRepository } from "../../ports/snapshot-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { groupOf } from "./tables.ts";

export function sessionTreesRepository(access: Access): SessionTreesRepository {
  const rowsOf = (tenant: string, workspaceId: string) =>
    access.tables.sessionTrees.group(groupOf(tenant, workspaceId));
  return {
    async insert(record, objects) {
      const copy = frozenCopy({ record, objects, endObjects: [] });
      const { tenant, workspace_id, session_id } = copy.record;
      await access.write((tables) => {
        if (tables.sessions.get(tenant, session_id)?.record.workspace_id !== workspace_id)
          throw new DomainError("not_found", "There is no such session.");
        tables.sessionTrees.insert(groupOf(tenant, workspace_id), copy, "The session has a row already.");
      });
    },
    async get(tenant, workspaceId, sessionId) {
      const group = groupOf(tenant, workspaceId);
      return access.tables.sessionTrees.get(group, sessionId)?.record ?? null;
    },
    async save(record, endObjects) {
      const copy = frozenCopy({ record, ...(endObjects !== undefined && { endObjects }) });
      const { tenant, workspace_id, session_id } = copy.record;
      await access.write((tables) =>
        tables.sessionTrees.update(groupOf(tenant, workspace_id), session_id, copy),
      );
    },
    async writing(tenant, workspaceId, since) {
      return rowsOf(tenant, workspaceId)
        .map(({ record }) => record)
        .filter(({ wrote_at }) => wrote_at === null || wrote_at >= since);
    },
    async newest(tenant, workspaceId) {
      const records = rowsOf(tenant, workspaceId).map(({ record }) => record);
      return records.toSorted((a, b) => b.stored_at - a.stored_at)[0] ?? null;
    },
    async objects(tenant, workspaceId) {
      const keys = rowsOf(tenant, workspaceId).flatMap((row) => [...row.objects, ...row.endObjects]);
      return [...new Set(keys)].sort();
    },
  };
}
