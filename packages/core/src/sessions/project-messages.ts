import { plainText, type ContentPart } from "./content.ts";
import type { SessionEvent } from "./event.ts";
import type { Message } from "./message.ts";

type ItemCompleted = Extract<SessionEvent, { type: "item.completed" }>;

/** A given-up item is not part of the transcript. */
function isSaid(event: SessionEvent): event is ItemCompleted {
  return event.type === "item.completed" && event.item.status === "completed";
}

function toMessage(events: readonly [ItemCompleted, ...ItemCompleted[]]): Message {
  const last = events.at(-1) ?? events[0];
  const parts: ContentPart[] = events.flatMap((event) => event.item.content);
  return {
    id: last.item.message_id,
    session_id: last.session_id,
    turn_id: last.turn_id,
    seq: last.seq,
    role: last.item.role,
    content: plainText(parts),
    parts,
    created_at: last.at,
  };
}

/**
 * The messages that events complete. Items of one message follow one another in the log and are appended
 * together, so a batch never splits a message, and the messages of a log are those of its batches in a row.
 */
export function projectMessages(events: readonly SessionEvent[]): Message[] {
  const messages: Message[] = [];
  let open: [ItemCompleted, ...ItemCompleted[]] | null = null;
  for (const event of events) {
    if (!isSaid(event)) continue;
    if (open !== null && open[0].item.message_id === event.item.message_id) {
      open.push(event);
      continue;
    }
    if (open !== null) messages.push(toMessage(open));
    open = [event];
  }
  if (open !== null) messages.push(toMessage(open));
  return messages;
}
