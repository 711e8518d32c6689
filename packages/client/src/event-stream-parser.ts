import { createParser, type EventSourceMessage } from "eventsource-parser";
import { textOf, type TextOptions } from "./text-stream.ts";

/** One message of a stream of Server-Sent Events; `event` is absent where the stream names none. */
export type ServerSentMessage = EventSourceMessage;

export interface ParseOptions extends TextOptions {
  /** Called with the milliseconds that the stream asks readers to wait before they reconnect. */
  readonly onRetry?: (ms: number) => void;
}

/**
 * Reads Server-Sent Events (HTML standard, 9.2.6). A message that is cut off by the end of the stream is dropped. Leaving the loop ends
 * the stream.
 */
export async function* parseEventStream(
  chunks: ReadableStream<Uint8Array>,
  { onRetry, ...options }: ParseOptions = {},
): AsyncGenerator<ServerSentMessage, void> {
  const messages: ServerSentMessage[] = [];
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    ...(onRetry !== undefined && { onRetry }),
  });
  for await (const text of textOf(chunks, options)) {
    parser.feed(text);
    yield* messages.splice(0);
  }
}
