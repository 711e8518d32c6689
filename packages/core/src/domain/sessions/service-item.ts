import { newId } from "../ids.ts";
import type { Item } from "./item.ts";

/** An item of the service: as `assistant` the final message of a turn, as `user` a note to the model. */
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
