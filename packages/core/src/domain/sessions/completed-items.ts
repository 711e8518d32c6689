import type { EventDraft, StepUsage } from "./event.ts";
import type { Item } from "./item.ts";
import { serviceItem } from "./service-item.ts";

/** The items of a response as events, the last with its usage. An empty response still counts as a step, with an empty message. */
export function completedItems(
  turnId: string,
  items: readonly Item[],
  usage: StepUsage | null,
): EventDraft[] {
  const all =
    items.length > 0 || usage === null
      ? items
      : [{ ...serviceItem(turnId, "assistant", ""), kind: "message" as const, content: [] }];
  return all.map((item, index) => ({
    type: "item.completed",
    turn_id: turnId,
    item,
    ...(usage !== null && index === all.length - 1 && { usage }),
  }));
}
