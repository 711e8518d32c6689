import { newId } from "../ids.ts";
import type { ToolCallPart } from "../sessions/content.ts";
import type { EventDraft } from "../sessions/event.ts";
import type { Item } from "../sessions/item.ts";
import { toResultPart } from "./run-tool.ts";
import type { ToolOutcome } from "./tool.ts";

/** The event with a call's result. */
export function resultOf(item: Item, part: ToolCallPart, outcome: ToolOutcome): EventDraft {
  return {
    type: "item.completed",
    turn_id: item.turn_id,
    item: {
      item_id: newId("item"),
      turn_id: item.turn_id,
      message_id: newId("msg"),
      kind: "tool_result",
      role: "tool",
      status: "completed",
      content: [toResultPart(part, outcome)],
      parent_item_id: item.item_id,
    },
  };
}
