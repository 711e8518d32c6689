import type { SessionTrees, SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import type { NewestFirst } from "../domain/paging.ts";

/** The objects that a snapshot needs, without the prefix of its workspace. */
export interface SnapshotNeeds {
  readonly record: SnapshotRecord;
  readonly objects: readonly string[];
}

/** What sessions changed. A row is removed with its session. */
export interface SessionTreesRepository {
  /** `objects`: what `root` needs. Throws `not_found` when the tenant has no such session, and `internal` when the session has a row. */
  insert(record: SessionTrees, objects: readonly string[]): Promise<void>;
  /** Null where the session has changed nothing. Inside a transaction, the row is locked until its end. */
  get(tenant: string, workspaceId: string, sessionId: string): Promise<SessionTrees | null>;
  /** Replaces a row, in the transaction that locked it. `endObjects`: what `end_root` needs, where it changes. */
  save(record: SessionTrees, endObjects?: readonly string[]): Promise<void>;
  /** Those of a workspace whose `wrote_at` is null, or not before `since`, sorted by the ids of their sessions. */
  writing(tenant: string, workspaceId: string, since: number): Promise<readonly SessionTrees[]>;
  /** That of a workspace with the highest `stored_at`. */
  newest(tenant: string, workspaceId: string): Promise<SessionTrees | null>;
  /** What all roots of a workspace need, each key once, sorted. */
  objects(tenant: string, workspaceId: string): Promise<readonly string[]>;
}

/** The snapshots of workspaces. They are removed with their workspace, and stay when their session is deleted. */
export interface SnapshotRepository {
  readonly sessions: SessionTreesRepository;
  /** Throws `not_found` when the tenant has no such workspace. */
  insert(record: SnapshotRecord, objects: readonly string[]): Promise<void>;
  /** Inside a transaction, the row is locked until its end. */
  get(tenant: string, workspaceId: string, id: string): Promise<SnapshotRecord | null>;
  /** As `get`, in whichever workspace of the tenant it is. */
  find(tenant: string, id: string): Promise<SnapshotRecord | null>;
  /** `session`: only those that were taken for this session. */
  list(
    tenant: string,
    workspaceId: string,
    page: NewestFirst & { readonly session?: string | undefined },
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
