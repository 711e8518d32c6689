import { newId } from "../../domain/ids.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { SessionTrees, SnapshotRecord } from "../../domain/snapshots/snapshot.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";

/** One that a person asked for, unless `record` says otherwise. */
export function aSnapshot(
  workspace: Pick<WorkspaceRecord, "id" | "tenant">,
  record: Partial<SnapshotRecord> = {},
): SnapshotRecord {
  return {
    id: newId("snp"),
    tenant: workspace.tenant,
    workspace_id: workspace.id,
    kind: "manual",
    label: "before a\ud800\0🙂",
    session_id: null,
    turn_id: null,
    files: 3,
    bytes: 5_000_000_000,
    stored_bytes: 1_024,
    root: "root_1",
    end_root: null,
    ignored: false,
    created_at: 1_767_225_600_123,
    ...record,
  };
}

/** What a session changed that writes now. */
export function aSessionTrees(
  { tenant, workspace_id, id }: Pick<SessionRecord, "tenant" | "workspace_id" | "id">,
  record: Partial<SessionTrees> = {},
): SessionTrees {
  return {
    tenant,
    workspace_id,
    session_id: id,
    root: "root_1",
    begun_at: 1_767_225_600_123,
    end_root: null,
    stored_at: 1_767_225_600_123,
    wrote_at: null,
    writers: [],
    ...record,
  };
}
