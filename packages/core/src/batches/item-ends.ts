import type { BatchItemState } from "../domain/batches/batch-item.ts";
import type { BatchRecord, BatchUsage } from "../domain/batches/batch.ts";
import { finalMessageOf, finalMessageText } from "../domain/sessions/final-message.ts";
import { addStats } from "../domain/sessions/project-turn.ts";
import {
  hasEnded,
  noStats,
  type Turn,
  type TurnError,
  type TurnRecord,
  type TurnStats,
} from "../domain/sessions/turn.ts";
import type { Repositories } from "../ports/store.ts";
import { batchesOf } from "./batch-access.ts";

type ItemEnd = Pick<BatchItemState, "result"> & {
  readonly status: "succeeded" | "failed" | "cancelled";
};

/** The end of an item without a turn. */
export function endWithout(status: "failed" | "cancelled", error: TurnError | null): ItemEnd {
  return { status, result: { final_message: null, stats: null, error } };
}

const NOT_BEGUN = {
  cancelled: "The batch was cancelled before the item began.",
  budget_reached: "The batch reached its budget before the item began.",
  failures: "Too many items of the batch failed before this one began.",
  principal: "The token of whoever made the batch was revoked or has expired.",
} as const;

/** The end of an item of a batch that begins no more. */
export function notBegun({ stop_reason }: BatchRecord): ItemEnd {
  const code = stop_reason ?? "cancelled";
  return endWithout("cancelled", { code, detail: NOT_BEGUN[code] });
}

function addUsage(usage: BatchUsage, stats: TurnStats): BatchUsage {
  const { steps: _, tool_calls: __, duration_ms: ___, ...sum } = addStats({ ...noStats, ...usage }, stats);
  return sum;
}

/** Stores the end of an item that runs or waits, and returns the batch with it, which the caller stores. */
export async function endItem(
  repositories: Repositories,
  batch: BatchRecord,
  item: BatchItemState,
  { status, result }: ItemEnd,
  spent: TurnStats | null = null,
): Promise<BatchRecord> {
  const { counts } = batch;
  const before = item.status === "queued" ? "queued" : "running";
  const after = { ...counts, [before]: counts[before] - 1 };
  const ended = counts.succeeded + counts.failed + counts.cancelled + 1;
  await batchesOf(repositories).items.save({ ...item, status, result, ended, retry_at: null });
  return {
    ...batch,
    counts: { ...after, [status]: after[status] + 1 },
    ...(spent !== null && { usage: addUsage(batch.usage, spent) }),
  };
}

/** The batch with the end of an item whose turn has ended, or is gone. The same batch: it goes on. */
export async function settleItem(
  repositories: Repositories,
  batch: BatchRecord,
  item: BatchItemState,
): Promise<BatchRecord> {
  const { tenant, session_id, turn_id } = item;
  const record = await repositories.turns.get(tenant, session_id ?? "", turn_id ?? "");
  if (record === null) {
    const error = { code: "not_found", detail: "The session or workspace of the item was deleted." };
    return endItem(repositories, batch, item, endWithout("failed", error));
  }
  const { turn } = record;
  if (!hasEnded(turn.status)) return batch;
  const spent = addStats(turn.stats, record.subagents?.spent ?? noStats);
  return endItem(repositories, batch, item, await endOf(repositories, tenant, record), spent);
}

/** A turn that was cut off, or that the model refused, is no success: whoever reads the result could take it for a complete answer. */
function statusOf({ status, stop_reason }: Turn): ItemEnd["status"] {
  if (status === "interrupted") return "cancelled";
  return status === "completed" && stop_reason === "end_turn" ? "succeeded" : "failed";
}

async function endOf(repositories: Repositories, tenant: string, { turn }: TurnRecord): Promise<ItemEnd> {
  const { output, stats, error, stop_reason } = turn;
  const status = statusOf(turn);
  const messages = await repositories.messages.ofTurn(tenant, turn.session_id, turn.id);
  const cutOff =
    status === "failed" && stop_reason !== null
      ? { code: stop_reason, detail: finalMessageText(stop_reason, null) }
      : null;
  const result = {
    ...(output !== undefined && { output }),
    final_message: finalMessageOf(messages),
    stats,
    error: error ?? cutOff,
  };
  return { status, result };
}
