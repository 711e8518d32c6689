import type { EventDraft } from "../domain/sessions/event.ts";
import { isTextOfAgent, type LogFold } from "./prompt/log-fold.ts";
import { endsByItself, finalMessage } from "../domain/sessions/final-message.ts";
import type { TurnEnd } from "../domain/sessions/turn.ts";

/** Adds a final message of the service, unless the turn ends with one of the agent. */
export function withFinalMessage(
  { reason, error, output }: TurnEnd,
  pending: EventDraft[],
  log: Pick<LogFold, "hasFinalMessage">,
  turnId: string,
): EventDraft[] {
  if (endsByItself(reason) && (endsWithText(pending) ?? log.hasFinalMessage(turnId))) return pending;
  return [...pending, finalMessage(turnId, reason, error, output !== undefined)];
}

/** Whether the last completed item is text of the agent. Null if none is completed. */
function endsWithText(pending: readonly EventDraft[]): boolean | null {
  const last = pending.findLast(
    (draft) => draft.type === "item.completed" && draft.item.status === "completed",
  );
  return last?.type === "item.completed" ? isTextOfAgent(last.item) : null;
}
