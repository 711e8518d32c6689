import { DomainError } from "../../domain/errors/domain-error.ts";
import type { SnapshotRepository } from "../../ports/snapshot-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { sessionTreesRepository } from "./session-trees-repository.ts";
import { inWorkspace } from "./tables.ts";

export function snapshotRepository(access: Access): SnapshotRepository {
  return {
    sessions: sessionTreesRepository(access),
    async insert(record, objects) {
      const copy = frozenCopy({ record, objects });
      const { tenant, workspace_id, id } = copy.record;
      await access.write((tables) => {
        if (!tables.workspaces.get(tenant, workspace_id))
          throw new DomainError("not_found", "There is no such workspace.");
        if (tables.snapshots.get(inWorkspace(tenant, workspace_id), id))
          throw new DomainError("internal", "The snapshot's id is taken.");
        tables.snapshots.put(inWorkspace(tenant, workspace_id), copy);
      });
    },
    async get(tenant, workspaceId, id) {
      return access.tables.snapshots.get(inWorkspace(tenant, workspaceId), id)?.record ?? null;
    },
    async find(tenant, id) {
      const rows = [...access.tables.snapshots.all()];
      return rows.find(({ record }) => record.tenant === tenant && record.id === id)?.record ?? null;
    },
    async list(tenant, workspaceId, { session, ...page }) {
      return access.tables.snapshots
        .newestFirst(
          inWorkspace(tenant, workspaceId),
          page,
          ({ record }) => session === undefined || record.session_id === session,
        )
        .map(({ record }) => record);
    },
    async end(tenant, workspaceId, id, { end_root, objects }) {
      const added = [...objects];
      await access.write((tables) => {
        const group = inWorkspace(tenant, workspaceId);
        const found = tables.snapshots.get(group, id);
        if (found === undefined) return;
        tables.snapshots.update(group, id, {
          record: Object.freeze({ ...found.record, end_root }),
          objects: Object.freeze([...new Set([...found.objects, ...added])]),
        });
      });
    },
    async needs(tenant, workspaceId) {
      return access.tables.snapshots.group(inWorkspace(tenant, workspaceId));
    },
    async delete(tenant, workspaceId, id) {
      return access.write((tables) => tables.snapshots.remove(inWorkspace(tenant, workspaceId), id));
    },
  };
}
