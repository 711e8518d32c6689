import type { Turn } from "@workspace-agent/client";
import { describeDuration } from "../../../ui/describe-amounts.ts";
import type { RetryRow, Row } from "../log/row.ts";
import type { SessionView } from "../log/session-view.ts";
import { visibleText } from "../text/visible-text.ts";

/** The part of a note about a stop that the end of the turn does not show; null for nothing. */
export function noteBesideEnd(text: string, turn: Pick<Turn, "stop_reason" | "error"> | null): string | null {
  switch (turn?.stop_reason) {
    case undefined:
    case null:
    case "end_turn":
      return text;
    case "max_steps":
    case "max_time":
    case "budget_reached":
      // The rest says why there is no summary.
      return text.replace(/^Stopped: [^.]*\.\s*/, "") || null;
    case "refused":
    case "output_invalid":
    case "stuck":
    case "model_error":
    case "sandbox_error":
    case "crashed":
    case "interrupted":
      return null;
  }
}

/** The next row that is not a note. */
export function rowAfter({ order, rows }: Pick<SessionView, "order" | "rows">, id: string): Row | undefined {
  // It is usually one of the latest rows.
  for (let at = order.lastIndexOf(id) + 1; at > 0 && at < order.length; at++) {
    const row = rows.get(order[at] ?? "");
    if (row?.kind !== "note") return row;
  }
  return undefined;
}

/** The text for a failed attempt, or null if the next attempt has the text. */
export function describeRetry(
  { attempt, delayMs, reason, turnId }: Pick<RetryRow, "attempt" | "delayMs" | "reason" | "turnId">,
  next: Row | undefined,
): string | null {
  if (next?.kind === "retry" && next.turnId === turnId) return null;
  if (next?.kind === "end" && next.turn.stop_reason === "model_error") return `${attempt} attempts failed.`;
  const pause = delayMs >= 1000 ? ` in ${describeDuration(delayMs)}` : "";
  return `The model failed: ${visibleText(reason)} Retrying${pause} (attempt ${attempt}).`;
}
