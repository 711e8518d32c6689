import type { StreamedEvent } from "@workspace-agent/core";
import type { LiveFormat } from "./live-stream.ts";

export const EVENT_STREAM = "text/event-stream";

/** Encodes one event. Only stored events have an `id`, so that a reader that reconnects with `Last-Event-ID` misses none of them. */
export function encodeEvent(event: StreamedEvent): string {
  if (event.type === "sync") {
    const { type, ...mark } = event;
    return `event: ${type}\ndata: ${JSON.stringify(mark)}\n\n`;
  }
  const data = JSON.stringify(event);
  if (event.type === "item.delta") return `event: item.delta\ndata: ${data}\n\n`;
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${data}\n\n`;
}

export const EVENTS: LiveFormat<readonly StreamedEvent[]> = {
  contentType: EVENT_STREAM,
  encode: (batch) => batch.map(encodeEvent).join(""),
  preamble: "retry: 1000\n\n",
  keepAlive: ": keep-alive\n\n",
  atFailure: "end",
};
