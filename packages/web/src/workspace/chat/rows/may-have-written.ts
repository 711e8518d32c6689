import type { Turn } from "@workspace-agent/client";
import type { SessionView } from "../log/session-view.ts";

/** Tools of the service that change no files. */
const READERS = ["ask_user", "glob", "grep", "read", "schedule", "skill", "todo_write"];

/** Whether a turn that has ended had calls that can change files, as far as the transcript tells. */
export function mayHaveWritten(
  { order, rows }: Pick<SessionView, "order" | "rows">,
  { id, stats }: Pick<Turn, "id" | "stats">,
): boolean {
  let seen = 0;
  for (let at = order.lastIndexOf(`end-${id}`) - 1; at >= 0; at--) {
    const row = rows.get(order[at] ?? "");
    if (row === undefined || !("turnId" in row)) continue;
    if (row.turnId !== id) break;
    if (row.kind !== "call") continue;
    if (!READERS.includes(row.name)) return true;
    seen += 1;
  }
  // The others are before the events that were read.
  return stats.tool_calls > seen;
}
