import type { Snapshot, SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import { toTimestamp } from "../domain/wire.ts";
import { DAY_MS } from "../domain/workspaces/retention.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** The public view of a snapshot. */
export function toSnapshot(record: SnapshotRecord, { config }: Pick<WorkspaceRecord, "config">): Snapshot {
  const { tenant, root, end_root, ignored, created_at, ...shown } = record;
  const days = config.retention?.snapshots_days ?? null;
  return {
    ...shown,
    created_at: toTimestamp(created_at),
    expires_at: days === null ? null : toTimestamp(created_at + days * DAY_MS),
  };
}
