import type { BatchItemRecord, BatchItemState } from "../domain/batches/batch-item.ts";
import type { BatchRecord } from "../domain/batches/batch.ts";
import type { DueRows } from "./due-rows.ts";
import type { NewestFirst } from "../domain/paging.ts";
import type { OldestFirst } from "./store.ts";

export interface BatchPage extends NewestFirst {
  /** Only batches in these workspaces. Absent: all. */
  readonly workspaceIds?: readonly string[];
  /** Only batches that run as this principal. */
  readonly owner?: string;
}

export interface BatchRepository extends DueRows<BatchRecord> {
  readonly items: BatchItemRepository;
  insert(record: BatchRecord): Promise<void>;
  /** Inside a transaction, the row is locked until its end. */
  get(tenant: string, id: string): Promise<BatchRecord | null>;
  /** Without those that are `loading`. */
  list(tenant: string, page: BatchPage): Promise<readonly BatchRecord[]>;
  /** Writes all but `id`, `tenant` and `turn`. Throws `not_found`. */
  save(record: BatchRecord): Promise<void>;
  /** Whether the items of a batch that has not ended begin with this snapshot. */
  usesSnapshot(tenant: string, snapshotId: string): Promise<boolean>;
  /** Removes the batch with its items. Returns false when there is none. */
  delete(tenant: string, id: string): Promise<boolean>;
}

export interface ItemsByPosition {
  readonly status: "queued" | "running";
  readonly limit: number;
}

/**
 * Items are changed while the row of their batch is locked; one that is to begin also while its own row is locked, so it has to be read
 * again by `get` before it is changed.
 */
export interface BatchItemRepository {
  /** All or none. Throws `internal` for a second item of a batch with the same key or position, `not_found` without the batch. */
  add(records: readonly BatchItemRecord[]): Promise<void>;
  /** Inside a transaction, the row is locked until its end. */
  get(tenant: string, batchId: string, position: number): Promise<BatchItemRecord | null>;
  /** The item that a turn works on. */
  ofTurn(tenant: string, turnId: string): Promise<BatchItemState | null>;
  /** Items of one status, by their position. */
  list(tenant: string, batchId: string, items: ItemsByPosition): Promise<readonly BatchItemState[]>;
  /** Ended items in the order of their ends, those after the `after`th. */
  ended(tenant: string, batchId: string, page: OldestFirst): Promise<readonly BatchItemState[]>;
  /** Writes all but `tenant`, `batch_id`, `position` and `key`. Nothing where there is no such item. */
  save(state: BatchItemState): Promise<void>;
  /** Removes up to `limit` items of a batch. Returns how many. */
  remove(tenant: string, batchId: string, limit: number): Promise<number>;
}
