import type { BatchItemState, BatchResult } from "../domain/batches/batch-item.ts";
import type { Batch, BatchRecord, BatchUsage } from "../domain/batches/batch.ts";
import { actorOf } from "../domain/principals/actor.ts";
import { toTimestamp } from "../domain/wire.ts";

export const NO_USAGE: BatchUsage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: null,
};

export function hasBatchEnded({ status }: Pick<BatchRecord, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** A batch as callers see it. */
export function toBatch(record: BatchRecord): Batch {
  const { status, workspace_id, template, snapshot_id, turn } = record;
  return {
    id: record.id,
    name: record.name,
    status: status === "loading" ? "queued" : status,
    stop_reason: record.stop_reason,
    concurrency: record.concurrency,
    budget: record.budget,
    stop_after_failures: record.stop_after_failures,
    defaults: {
      ...(workspace_id !== null && { workspace_id }),
      ...(template !== null && { template }),
      ...(snapshot_id !== null && { snapshot_id }),
      turn,
    },
    counts: record.counts,
    usage: record.usage,
    created_by: actorOf(record.principal),
    created_at: toTimestamp(record.created_at),
    ended_at: toTimestamp(record.ended_at),
  };
}

/** An item that has ended as callers see it. */
export function toBatchResults(record: BatchItemState): readonly BatchResult[] {
  const { key, status, workspace_id, session_id, turn_id, result } = record;
  if (result === null || status === "queued" || status === "running") return [];
  const { output, final_message, stats, error } = result;
  return [
    {
      key,
      status,
      ...(output !== undefined && { output }),
      final_message,
      workspace_id,
      session_id,
      turn_id,
      stats,
      error,
    },
  ];
}
