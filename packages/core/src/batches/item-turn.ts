import type { BatchItem } from "../domain/batches/batch-item.ts";
import type { BatchRecord, BatchTurn } from "../domain/batches/batch.ts";
import type { Limits, LimitsOverride } from "../domain/workspaces/config.ts";
import { lowerLimit } from "../domain/workspaces/limits.ts";

/** The turn of an item: its own fields, and those of the batch that it does not replace. */
export function itemTurn(turn: BatchTurn, item: Omit<BatchItem, "key">): BatchTurn {
  const { prompt: named, variables, message = turn.message, output = turn.output } = item;
  const name = named ?? turn.prompt?.name;
  const inherited = named === undefined ? (turn.prompt?.arguments ?? {}) : {};
  const { message: _, prompt: __, output: ___, ...rest } = turn;
  return {
    ...rest,
    ...(message !== undefined && { message }),
    ...(name !== undefined && { prompt: { name, arguments: variables ?? inherited } }),
    ...(output !== undefined && { output }),
  };
}

/** What is left of the budget in US dollars, which also limits each turn; undefined without such a budget. */
export function usdLeft({ budget, usage }: Pick<BatchRecord, "budget" | "usage">): number | undefined {
  return budget.usd === undefined ? undefined : budget.usd - (usage.cost_usd ?? 0);
}

/** The limits of a turn, which may not cost more than what is left of the budget. */
export function limitsWithinBudget(
  bounds: Limits,
  requested: LimitsOverride | undefined,
  usd: number | undefined,
): LimitsOverride | undefined {
  if (usd === undefined) return requested;
  const left = lowerLimit(usd, bounds.max_cost_usd);
  return { ...requested, max_cost_usd: lowerLimit(left, requested?.max_cost_usd) };
}

/** Whether the batch has used up its budget. */
export function isUsedUp(record: Pick<BatchRecord, "budget" | "usage">): boolean {
  const { budget, usage } = record;
  const usd = usdLeft(record);
  const tokens = usage.input_tokens + usage.output_tokens;
  return (usd !== undefined && usd <= 0) || (budget.tokens !== undefined && tokens >= budget.tokens);
}
