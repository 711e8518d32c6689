import { newId } from "../ids.ts";
import type { ToolCallPart, ToolResultPart } from "./content.ts";
import type { EventDraft } from "./event.ts";
import type { Item } from "./item.ts";
import type { OutputStep } from "./output.ts";

/** The result of a call that was started and never completed. */
export const UNKNOWN_OUTCOME =
  "The outcome of this call is unknown: the service stopped while it ran. It was not run again. Check what it did before you repeat it.";
/** The result of a call that was never started. */
export const NOT_RUN = "This call was not run.";

/** The event that completes a call. */
export function callResult(item: Item, result: ToolResultPart, output?: OutputStep): EventDraft {
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
      content: [result],
      parent_item_id: item.item_id,
    },
    ...(output !== undefined && { output }),
  };
}

/** The event that completes a call with an error. */
export function failedCall(item: Item, { call_id, name }: ToolCallPart, output: string): EventDraft {
  return callResult(item, { type: "tool_result", call_id, name, output, is_error: true, truncated: false });
}
