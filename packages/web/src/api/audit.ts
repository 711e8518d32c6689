import type { operations } from "@workspace-agent/client";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { pagedQuery } from "./paged-query.ts";

export type AuditAction = NonNullable<NonNullable<operations["listAuditEntries"]["parameters"]["query"]>["action"]>;

/** Entries with an action; null: all. */
export const auditQuery = (action: AuditAction | null) =>
  pagedQuery([...keys.audit.all, action] as const, "/api/audit", {
    params: { query: action === null ? {} : { action } },
  });

/** The complete log as NDJSON, oldest entry first. */
export async function exportAudit(): Promise<Blob> {
  const { response } = await client.api.GET("/api/audit", {
    headers: { accept: "application/x-ndjson" },
    parseAs: "stream",
  });
  return await response.blob();
}

export type AuditEntry = operations["listAuditEntries"]["responses"]["200"]["content"]["application/json"][number];
