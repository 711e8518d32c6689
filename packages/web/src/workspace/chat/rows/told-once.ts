import type { Turn } from "@workspace-agent/client";
import { describeDuration } from "../describe-amounts.ts";
import type { RetryRow, Row } from "../log/row.ts";
import type { SessionView } from "../log/session-view.ts";
import { visibleText } from "../text/visible-text.ts";

/** What the service's line about a stop says beside the end of its turn, which tells the reason; null: nothing. */
export function noteBesideEnd(text: string, turn: Pick<Turn, "stop_reason" | "error"> | null): string | null {
  switch (turn?.stop_reason) {
    case undefined:
    case null:
    case "end_turn":
      return text;
    case "max_steps":
    case "max_time":
    case "budget_reached":
      // After the limit itself: why there is no summary.
      return text.replace(/^Stopped: [^.]*\.\s*/, "") || null;
    case "refused":
    case "stuck":
    case "model_error":
    case "sandbox_error":
    case "crashed":
    case "interrupted":
      return null;
  }
}

/** The row after one, but for what the service says between them. */
export function rowAfter({ order, rows }: Pick<SessionView, "order" | "rows">, id: string): Row | undefined {
  // It is one of the newest, as a rule.
  for (let at = order.lastIndexOf(id) + 1; at > 0 && at < order.length; at++) {
    const row = rows.get(order[at] ?? "");
    if (row?.kind !== "note") return row;
  }
  return undefined;
}

/** What is said of an attempt, by what follows it; null: the next attempt says it. */
export function retryWords(
  { attempt, delayMs, reason, turnId }: Pick<RetryRow, "attempt" | "delayMs" | "reason" | "turnId">,
  next: Row | undefined,
): string | null {
  if (next?.kind === "retry" && next.turnId === turnId) return null;
  if (next?.kind === "end" && next.turn.stop_reason === "model_error")
    return `The model was asked ${attempt} times.`;
  const pause = delayMs >= 1000 ? ` after ${describeDuration(delayMs)}` : "";
  return `The model’s answer failed: ${visibleText(reason)} It is asked again${pause} (attempt ${attempt}).`;
}
