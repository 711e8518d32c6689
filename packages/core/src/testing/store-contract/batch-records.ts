import type { BatchItemRecord, BatchItemState } from "../../domain/batches/batch-item.ts";
import type { BatchRecord } from "../../domain/batches/batch.ts";
import { newId } from "../../domain/ids.ts";
import { unique } from "./records.ts";

/** It is never due, unless `due_at` says so. */
export function aBatch(record: Partial<BatchRecord> = {}): BatchRecord {
  const tenant = record.tenant ?? unique();
  return {
    id: newId("bat"),
    tenant,
    name: "tickets a\ud800\0🙂",
    status: "queued",
    stop_reason: null,
    concurrency: 4,
    budget: { usd: 2.5, tokens: 1_000_000 },
    stop_after_failures: null,
    workspace_id: null,
    template: "support",
    snapshot_id: null,
    turn: {
      message: "Sort the ticket. \ud800\0🙂",
      metadata: { job: "sort" },
      output: { schema: { type: "object" }, max_attempts: 2 },
    },
    counts: { queued: 3, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
    usage: {
      input_tokens: 0,
      output_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cost_usd: null,
    },
    principal: {
      id: "admin",
      tenant,
      kind: "user",
      scopes: ["chat", "workspaces:read"],
      workspace_ids: null,
    },
    is_service_token: false,
    fingerprint: "0f",
    created_at: 1_767_225_600_123,
    ended_at: null,
    due_at: null,
    ...record,
  };
}

export const itemState = ({ item: _, ...state }: BatchItemRecord): BatchItemState => state;

/** It is queued. */
export function aBatchItem(
  batch: Pick<BatchRecord, "id" | "tenant">,
  record: Partial<BatchItemRecord> = {},
): BatchItemRecord {
  const { position = 0 } = record;
  return {
    tenant: batch.tenant,
    batch_id: batch.id,
    position,
    key: `ticket ${position} a\ud800\0🙂`,
    item: { message: "It is broken. \ud800\0🙂", variables: { customer: "Ada" } },
    status: "queued",
    workspace_id: null,
    session_id: null,
    turn_id: null,
    attempts: 0,
    retry_at: null,
    ended: null,
    result: null,
    ...record,
  };
}
