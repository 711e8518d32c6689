import type { ItemDelta } from "../domain/sessions/event.ts";
import type { StreamedEvent } from "./chat-api.ts";

/** Adds a piece of an item to what waits, joined with the last one where it goes on there. */
export function addPiece(waiting: StreamedEvent[], delta: ItemDelta): void {
  const last = waiting.at(-1);
  const goesOn =
    last?.type === "item.delta" &&
    last.item_id === delta.item_id &&
    last.offset + last.text.length === delta.offset;
  if (goesOn) waiting[waiting.length - 1] = { ...last, text: last.text + delta.text };
  else waiting.push(delta);
}
