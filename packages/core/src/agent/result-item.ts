import { callResult } from "../domain/sessions/call-result.ts";
import type { ToolCallPart } from "../domain/sessions/content.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import { toResultPart } from "./run-tool.ts";
import type { ToolOutcome } from "./tool.ts";

/** The event with a call's result. */
export function resultOf(item: Item, part: ToolCallPart, outcome: ToolOutcome): EventDraft {
  return callResult(item, toResultPart(part, outcome));
}
