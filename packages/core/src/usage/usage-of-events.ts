import { roundUsd } from "../domain/prices/usd.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { noStats, type TurnRecord, type TurnStats } from "../domain/sessions/turn.ts";
import { mergeRows } from "./sum-usage.ts";
import type { UsageRow } from "../domain/usage/usage.ts";

/** What a step cost, or by how much the cost grew for another reason; null: by nothing that is known. */
function costOf(event: SessionEvent, before: TurnStats, after: TurnStats): number | null {
  if ("usage" in event && event.usage !== undefined) return event.usage.cost_usd;
  if (after.cost_usd === null || after.cost_usd === before.cost_usd) return null;
  return roundUsd(after.cost_usd - (before.cost_usd ?? 0));
}

/**
 * By how much an event of a turn raised its statistics: these rows and the turns' statistics have the same sum whatever an event
 * means. Null: by nothing.
 */
export function usageOf(event: SessionEvent, before: TurnRecord, after: TurnRecord): UsageRow | null {
  const [old, now] = [before.turn.stats, after.turn.stats];
  const turns = event.type === "turn.ended" ? 1 : 0;
  if (now === old && turns === 0) return null;
  const usage = "usage" in event ? event.usage : undefined;
  return {
    ...noStats,
    day: event.at.slice(0, 10),
    model: usage?.model ?? after.model ?? "",
    turns,
    steps: now.steps - old.steps,
    tool_calls: now.tool_calls - old.tool_calls,
    input_tokens: now.input_tokens - old.input_tokens,
    output_tokens: now.output_tokens - old.output_tokens,
    cache_read_tokens: now.cache_read_tokens - old.cache_read_tokens,
    cache_write_tokens: now.cache_write_tokens - old.cache_write_tokens,
    cost_usd: costOf(event, old, now),
    duration_ms: now.duration_ms - old.duration_ms,
  };
}

/** Collects what the events of one append used. */
export class UsageCollector {
  private readonly rows: UsageRow[] = [];

  add(event: SessionEvent, before: TurnRecord, after: TurnRecord): void {
    const row = usageOf(event, before, after);
    if (row !== null) this.rows.push(row);
  }

  /** One row for each day and model, in an order that is the same for all, so that no two appends wait for each other's. */
  sums(): readonly UsageRow[] {
    if (this.rows.length < 2) return this.rows;
    return mergeRows(this.rows).toSorted((a, b) => (`${a.day} ${a.model}` < `${b.day} ${b.model}` ? -1 : 1));
  }
}
