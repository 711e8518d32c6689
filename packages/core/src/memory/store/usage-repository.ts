import type { UsageRepository } from "../../ports/usage-store.ts";
import { roundUsd } from "../../domain/prices/usd.ts";
import type { UsageRow } from "../../domain/usage/usage.ts";
import { mergeRows } from "../../usage/sum-usage.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { groupOf, requireWorkspace, type Tables } from "./tables.ts";

function addTo(table: Tables["usage"], group: string, rows: readonly UsageRow[]): void {
  for (const row of rows) {
    const before = table.get(group, `${row.day} ${row.model}`);
    for (const merged of mergeRows(before === undefined ? [row] : [before, row]))
      table.put(group, frozenCopy(merged));
  }
}

/** The usage of a workspace that is removed counts for its tenant. */
export function removeUsage(tables: Tables, tenant: string, workspaceId: string): void {
  const group = groupOf(tenant, workspaceId);
  addTo(tables.deletedUsage, tenant, tables.usage.group(group));
  tables.usage.clear(group);
}

/** Writers take turns here anyway, so that one row for a day and a model is enough. */
export function usageRepository(access: Access): UsageRepository {
  return {
    async add(tenant, workspaceId, _sessionId, rows) {
      await access.write((tables) => {
        requireWorkspace(tables, tenant, workspaceId);
        addTo(tables.usage, groupOf(tenant, workspaceId), rows);
      });
    },
    async list(tenant, workspaceId) {
      return access.tables.usage.group(groupOf(tenant, workspaceId));
    },
    async costSince(tenant, day) {
      const { workspaces, usage, deletedUsage } = access.tables;
      const groups = workspaces.group(tenant).map(({ id }) => usage.group(groupOf(tenant, id)));
      const rows = [...groups.flat(), ...deletedUsage.group(tenant)].filter((row) => row.day >= day);
      return roundUsd(rows.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0));
    },
  };
}
