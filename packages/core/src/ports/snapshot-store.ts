import type { SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import type { NewestFirst } from "./store.ts";

/** The objects that a snapshot needs, without the prefix of its workspace. */
export interface SnapshotNeeds {
  readonly record: SnapshotRecord;
  readonly objects: readonly string[];
}

/** The snapshots of workspaces. They are removed with their workspace, and stay when their session is deleted. */
export interface SnapshotRepository {
  /** Throws `not_found` when the tenant has no such workspace. */
  insert(record: SnapshotRecord, objects: readonly string[]): Promise<void>;
  /** Inside a transaction, the row is locked until its end. */
  get(tenant: string, workspaceId: string, id: string): Promise<SnapshotRecord | null>;
  /** `session`: only those that were taken for this session. */
  list(
    tenant: string,
    workspaceId: string,
    page: NewestFirst & { readonly session?: string },
  ): Promise<readonly SnapshotRecord[]>;
  /** Sets `end_root`, and adds the objects that it needs to those of the snapshot. Nothing where there is no such snapshot. */
  end(
    tenant: string,
    workspaceId: string,
    id: string,
    end: { readonly end_root: string; readonly objects: readonly string[] },
  ): Promise<void>;
  /** All of a workspace with the objects that they need, oldest first. */
  needs(tenant: string, workspaceId: string): Promise<readonly SnapshotNeeds[]>;
  /** Returns false when there is none. */
  delete(tenant: string, workspaceId: string, id: string): Promise<boolean>;
}
