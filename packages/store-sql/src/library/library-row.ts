import type { Selectable } from "kysely";
import { DomainError } from "@workspace-agent/core";
import type { LibraryRecord, LibraryVersion } from "@workspace-agent/core/ports";
import type { LibraryItemTable, LibraryVersionTable } from "../database.ts";

export function itemFromRow(row: Selectable<LibraryItemTable>): LibraryRecord {
  return {
    ...row,
    version: Number(row.version),
    created_at: Number(row.created_at),
    updated_at: Number(row.updated_at),
  };
}

export function versionFromRow(
  row: Selectable<Omit<LibraryVersionTable, "tenant" | "item_id">>,
): LibraryVersion {
  return { version: Number(row.version), content: row.content, created_at: Number(row.created_at) };
}

/** What is kept of a record as one of its versions. */
export function versionToRow({ tenant, id, version, updated_at, content }: LibraryRecord) {
  return { tenant, item_id: id, version, created_at: updated_at, content };
}

/** Databases disagree on a statement that writes a row twice. */
export function requireDistinct(records: readonly LibraryRecord[]): void {
  const ids = new Set(records.map(({ tenant, id }) => `${tenant}\0${id}`));
  if (ids.size < records.length) throw new DomainError("internal", "A record is given twice.");
}
