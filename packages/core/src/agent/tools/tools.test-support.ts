import type { ToolCallPart } from "../../domain/sessions/content.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import { toResultPart } from "../run-tool.ts";
import type { ToolOutcome } from "../tool.ts";

/** The event by which the log keeps the outcome of a call. */
export function resultEvent(call: ToolCallPart, outcome: ToolOutcome): SessionEvent {
  return {
    type: "item.completed",
    session_id: "ses_1",
    turn_id: "turn_1",
    seq: 1,
    at: "2026-01-01T00:00:00.000Z",
    item: {
      item_id: "item_1",
      turn_id: "turn_1",
      message_id: "msg_1",
      kind: "tool_result",
      role: "tool",
      status: "completed",
      content: [toResultPart(call, outcome)],
    },
  };
}
