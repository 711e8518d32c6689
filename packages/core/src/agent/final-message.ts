import type { EventDraft } from "../domain/sessions/event.ts";
import { serviceItem } from "../domain/sessions/service-item.ts";
import type { LogFold } from "./prompt/log-fold.ts";
import { isOwnEnd, stopLine } from "../domain/sessions/stop-line.ts";
import type { TurnEnd } from "./running-turn.ts";

/** What a turn ends with: the agent's own last words, or a line of the service about how it ended. */
export function withFinalMessage(
  { reason, error }: TurnEnd,
  pending: EventDraft[],
  log: Pick<LogFold, "hasFinalMessage">,
  turnId: string,
): EventDraft[] {
  if (isOwnEnd(reason) && (isLastWordIn(pending) ?? log.hasFinalMessage(turnId))) return pending;
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
