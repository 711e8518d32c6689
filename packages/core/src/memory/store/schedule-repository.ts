import { DomainError } from "../../domain/errors/domain-error.ts";
import type { ScheduleRecord } from "../../domain/schedules/schedule.ts";
import type { ScheduleRepository } from "../../ports/schedule-store.ts";
import type { Access } from "./access.ts";
import { dueRows } from "./due-rows.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { removeRuns, scheduleRunRepository } from "./schedule-run-repository.ts";
import { requireWorkspace, type Tables } from "./tables.ts";

function find(tables: Tables, tenant: string, workspaceId: string, id: string): ScheduleRecord | null {
  const record = tables.schedules.get(tenant, id);
  return record?.workspace_id === workspaceId ? record : null;
}

/** Removes the schedules of a workspace with their runs. */
export function removeSchedules(tables: Tables, tenant: string, workspaceId: string): void {
  for (const { id, workspace_id } of [...tables.schedules.group(tenant)]) {
    if (workspace_id !== workspaceId) continue;
    tables.schedules.remove(tenant, id);
    removeRuns(tables, tenant, id);
  }
}

export function scheduleRepository(access: Access): ScheduleRepository {
  return {
    ...dueRows(access, ({ schedules }) => schedules),
    runs: scheduleRunRepository(access),
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        requireWorkspace(tables, copy.tenant, copy.workspace_id);
        tables.schedules.insert(copy.tenant, copy, "The schedule's id is taken.");
      });
    },
    async get(tenant, workspaceId, id) {
      return find(access.tables, tenant, workspaceId, id);
    },
    async list(tenant, workspaceId, page) {
      return access.tables.schedules.newestFirst(
        tenant,
        page,
        ({ workspace_id }) => workspace_id === workspaceId,
      );
    },
    async save(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        if (find(tables, copy.tenant, copy.workspace_id, copy.id) === null)
          throw new DomainError("not_found", "There is no such schedule.");
        tables.schedules.put(copy.tenant, copy);
      });
    },
    async delete(tenant, workspaceId, id) {
      return access.write((tables) => {
        if (find(tables, tenant, workspaceId, id) === null) return false;
        removeRuns(tables, tenant, id);
        return tables.schedules.remove(tenant, id);
      });
    },
  };
}
