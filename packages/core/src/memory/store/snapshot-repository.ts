import type { SnapshotRepository } from "../../ports/snapshot-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { sessionTreesRepository } from "./session-trees-repository.ts";
import { groupOf, requireWorkspace } from "./tables.ts";

export function snapshotRepository(access: Access): SnapshotRepository {
  return {
    sessions: sessionTreesRepository(access),
    async insert(record, objects) {
      const copy = frozenCopy({ record, objects });
      const { tenant, workspace_id } = copy.record;
      await access.write((tables) => {
        requireWorkspace(tables, tenant, workspace_id);
        tables.snapshots.insert(groupOf(tenant, workspace_id), copy, "The snapshot's id is taken.");
      });
    },
    async get(tenant, workspaceId, id) {
      return access.tables.snapshots.get(groupOf(tenant, workspaceId), id)?.record ?? null;
    },
    async find(tenant, id) {
      const rows = [...access.tables.snapshots.all()];
      return rows.find(({ record }) => record.tenant === tenant && record.id === id)?.record ?? null;
    },
    async list(tenant, workspaceId, { session, ...page }) {
      return access.tables.snapshots
        .newestFirst(
          groupOf(tenant, workspaceId),
          page,
          ({ record }) => session === undefined || record.session_id === session,
        )
        .map(({ record }) => record);
    },
    async end(tenant, workspaceId, id, { end_root, objects }) {
      const added = [...objects];
      await access.write((tables) => {
        const group = groupOf(tenant, workspaceId);
        const found = tables.snapshots.get(group, id);
        if (found === undefined) return;
        tables.snapshots.update(group, id, {
          record: Object.freeze({ ...found.record, end_root }),
          objects: Object.freeze([...new Set([...found.objects, ...added])]),
        });
      });
    },
    async needs(tenant, workspaceId) {
      return access.tables.snapshots.group(groupOf(tenant, workspaceId));
    },
    async delete(tenant, workspaceId, id) {
      return access.write((tables) => tables.snapshots.remove(groupOf(tenant, workspaceId), id));
    },
  };
}
