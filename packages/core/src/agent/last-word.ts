import type { EventDraft } from "../sessions/event.ts";
import { serviceItem } from "../sessions/service-item.ts";
import type { SessionRun } from "../sessions/session-run.ts";
import { isOwnEnd, stopLine } from "./stop-line.ts";
import type { TurnEnd } from "./turn-loop.ts";

/** What a turn ends with: the agent's own last words, or a line of the service about how it ended. */
export function withLastWord(
  { reason, error }: TurnEnd,
  pending: EventDraft[],
  run: SessionRun,
  turnId: string,
): EventDraft[] {
  if (isOwnEnd(reason) && (isLastWordIn(pending) ?? run.hasLastWord(turnId))) return pending;
  const item = serviceItem(turnId, "assistant", stopLine(reason, error));
  return [...pending, { type: "item.completed", turn_id: turnId, item }];
}

/** Null: nothing is said in these. */
function isLastWordIn(pending: readonly EventDraft[]): boolean | null {
  const last = pending.findLast(
    (draft) => draft.type === "item.completed" && draft.item.status === "completed",
  );
  if (last?.type !== "item.completed") return null;
  return (
    last.item.role === "assistant" &&
    last.item.content.some((part) => part.type === "text" && part.text.trim() !== "")
  );
}
