import type { EventDraft, SessionEvent } from "./event.ts";

/** An image that an event shows, by the name of its blob. */
export interface ShownBlob {
  readonly media_type: string;
  readonly blob: string;
}

/** The images that an event shows, in order. */
export function imagesOf(event: EventDraft | SessionEvent): readonly ShownBlob[] {
  if (event.type !== "item.completed") return [];
  return event.item.content.flatMap((part) => {
    if (part.type === "image") return [{ media_type: part.media_type, blob: part.blob }];
    return part.type === "tool_result" ? (part.images ?? []) : [];
  });
}
