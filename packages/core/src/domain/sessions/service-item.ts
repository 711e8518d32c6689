import { newId } from "../ids.ts";
import type { Item } from "./item.ts";

/** A word of the service itself: as `assistant` in the agent's place at the end of a turn, as `user` to the model. */
export function serviceItem(turnId: string, role: "assistant" | "user", text: string): Item {
  return {
    item_id: newId("item"),
    turn_id: turnId,
    message_id: newId("msg"),
    kind: "system",
    role,
    status: "completed",
    content: [{ type: "text", text }],
  };
}
