import type { SessionEvent } from "@workspace-agent/client";

/** The event of a message that is complete. */
export function messageEvent(
  seq: number,
  turn_id: string,
  role: "user" | "assistant",
  text: string,
): SessionEvent {
  const item = {
    item_id: `item_${seq}`,
    turn_id,
    message_id: `msg_${seq}`,
    kind: "message" as const,
    role,
    status: "completed" as const,
    content: [{ type: "text" as const, text }],
  };
  const at = "2026-01-31T12:00:00.000Z";
  return { type: "item.completed", session_id: "ses_1", turn_id, seq, at, item };
}
