import { DomainError } from "../../domain/errors/domain-error.ts";
import type { WorkspaceRepository } from "../../ports/store.ts";
import type { SessionStatus } from "../../domain/sessions/session.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { hasPair } from "./has-pair.ts";
import { groupOf, removeSession, type Tables } from "./tables.ts";
import { removeSchedules } from "./schedule-repository.ts";
import { removeUsage } from "./usage-repository.ts";

/** Inserts or replaces; throws `name_taken`. */
function put(tables: Tables, record: WorkspaceRecord): void {
  const isTaken = tables.workspaces
    .group(record.tenant)
    .some((other) => other.name === record.name && other.id !== record.id);
  if (isTaken) throw new DomainError("name_taken", `There is a workspace named "${record.name}" already.`);
  tables.workspaces.put(record.tenant, record);
}

export function workspaceRepository(access: Access): WorkspaceRepository {
  return {
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        if (tables.workspaces.get(copy.tenant, copy.id)) {
          throw new DomainError("internal", "The workspace's id is taken.");
        }
        put(tables, copy);
      });
    },
    async get(tenant, id) {
      return access.tables.workspaces.get(tenant, id) ?? null;
    },
    async list(tenant, { search, label, ids, owner, ...page }) {
      const part = search?.toLowerCase() ?? "";
      return access.tables.workspaces.newestFirst(
        tenant,
        page,
        (record) =>
          record.config_version > 0 &&
          record.name.toLowerCase().includes(part) &&
          hasPair(record.labels, label) &&
          (ids === undefined || ids.includes(record.id)) &&
          (owner === undefined || record.owner === owner),
      );
    },
    async update(tenant, id, change, { expectedConfigVersion } = {}) {
      const copy = frozenCopy(change);
      return access.write((tables) => {
        const before = tables.workspaces.get(tenant, id);
        if (before === undefined) return null;
        if (expectedConfigVersion !== undefined && before.config_version !== expectedConfigVersion) {
          throw new DomainError("precondition_failed", "The config was changed meanwhile: read it again.");
        }
        const after = Object.freeze({ ...before, ...copy });
        put(tables, after);
        return after;
      });
    },
    async delete(tenant, id) {
      await access.write((tables) => {
        if (!tables.workspaces.remove(tenant, id)) return;
        removeUsage(tables, tenant, id);
        removeSchedules(tables, tenant, id);
        tables.snapshots.clear(groupOf(tenant, id));
        tables.workingCopies.remove(tenant, id);
        for (const { record } of [...tables.sessions.group(tenant)]) {
          if (record.workspace_id === id) removeSession(tables, tenant, record.id);
        }
      });
    },
    async countSessions(tenant, ids) {
      const counts = new Map<string, Record<SessionStatus, number>>(
        ids.map((id) => [id, { idle: 0, queued: 0, running: 0, waiting: 0 }]),
      );
      for (const { record } of access.tables.sessions.group(tenant)) {
        const count = counts.get(record.workspace_id);
        if (count) count[record.state.status] += 1;
      }
      return counts;
    },
    async listDeleting() {
      return [...access.tables.workspaces.all()].filter((record) => record.status === "deleting");
    },
    async listAll({ after = "", limit }) {
      return [...access.tables.workspaces.all()]
        .filter(({ id }) => id > after)
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}
