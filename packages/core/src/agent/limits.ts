import type { StopReason, TurnStats } from "../domain/sessions/turn.ts";
import type { Limits } from "../domain/workspaces/config.ts";

export type ReachedLimit = Extract<StopReason, "max_steps" | "max_time" | "budget_reached">;

/** The limit that leaves the turn only one more step, without tools, or null. */
export function reachedLimit(limits: Limits, stats: TurnStats, isTimeUp: boolean): ReachedLimit | null {
  if (isTimeUp) return "max_time";
  if (stats.steps >= limits.max_steps - 1) return "max_steps";
  if (limits.max_input_tokens !== null && stats.input_tokens >= limits.max_input_tokens)
    return "budget_reached";
  if (limits.max_output_tokens !== null && stats.output_tokens >= limits.max_output_tokens)
    return "budget_reached";
  if (limits.max_cost_usd !== null && (stats.cost_usd ?? 0) >= limits.max_cost_usd) return "budget_reached";
  return null;
}
