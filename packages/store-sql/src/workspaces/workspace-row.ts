import type { Selectable } from "kysely";
import type { WorkspaceRecord } from "@workspace-agent/core/schemas";
import type { WorkspaceTable } from "../database.ts";
import { searchForm } from "../search-form.ts";

export type WorkspaceRow = Selectable<Omit<WorkspaceTable, "search_name">>;

export const WORKSPACE_COLUMNS = [
  "id",
  "tenant",
  "name",
  "status",
  "template",
  "owner",
  "labels",
  "config",
  "config_version",
  "placement",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof WorkspaceRow)[];

export function workspaceFromRow(row: WorkspaceRow): WorkspaceRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    name: row.name,
    status: row.status,
    template: row.template,
    owner: row.owner,
    labels: JSON.parse(row.labels) as WorkspaceRecord["labels"],
    config: JSON.parse(row.config) as WorkspaceRecord["config"],
    config_version: Number(row.config_version),
    placement: row.placement,
    created_at: Number(row.created_at),
    updated_at: Number(row.updated_at),
  };
}

export function workspaceToRow({ labels, config, ...fields }: WorkspaceRecord) {
  return {
    ...fields,
    search_name: searchForm(fields.name),
    labels: JSON.stringify(labels),
    config: JSON.stringify(config),
  };
}

/** The columns of the fields that are given. */
export function workspaceChangeToRow({ labels, config, ...fields }: Partial<WorkspaceRecord>) {
  return {
    ...fields,
    ...(fields.name !== undefined && { search_name: searchForm(fields.name) }),
    ...(labels !== undefined && { labels: JSON.stringify(labels) }),
    ...(config !== undefined && { config: JSON.stringify(config) }),
  };
}
