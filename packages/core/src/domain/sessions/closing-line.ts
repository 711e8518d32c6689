import { stopLine } from "./stop-line.ts";
import type { EventDraft } from "./event.ts";
import { serviceItem } from "./service-item.ts";
import type { StopReason, TurnError } from "./turn.ts";

/** The line at the end of a turn that says why it stopped. */
export function closingLine(turnId: string, reason: StopReason, error: TurnError | null): EventDraft {
  const item = serviceItem(turnId, "assistant", stopLine(reason, error));
  return { type: "item.completed", turn_id: turnId, item };
}
