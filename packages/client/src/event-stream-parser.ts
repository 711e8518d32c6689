import { createParser, type EventSourceMessage } from "eventsource-parser";
import { NetworkError } from "./errors.ts";

/** One message of a stream of Server-Sent Events; `event` is absent where the stream names none. */
export type ServerSentMessage = EventSourceMessage;

export interface ParseOptions {
  /** Called for everything that arrives, comments included. */
  readonly onChunk?: () => void;
  /** Called with the milliseconds that the stream asks readers to wait before they reconnect. */
  readonly onRetry?: (ms: number) => void;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

/**
 * Reads Server-Sent Events (HTML standard, 9.2.6). A message that is cut off by the end of the stream is dropped. Leaving the loop ends
 * the stream. Throws NetworkError when the stream breaks.
 */
export async function* parseEventStream(
  chunks: ReadableStream<Uint8Array>,
  { onChunk, onRetry, signal }: ParseOptions = {},
): AsyncGenerator<ServerSentMessage, void> {
  const reader = chunks.getReader();
  // Not every stream ends with the signal of the request that it answers.
  const leave = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", leave, { once: true });
  if (signal?.aborted === true) leave();
  const decoder = new TextDecoder();
  const messages: ServerSentMessage[] = [];
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    ...(onRetry !== undefined && { onRetry }),
  });
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error: unknown) => {
        throw new NetworkError("The connection of the event stream broke.", { cause: error });
      });
      if (done) return;
      onChunk?.();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* messages.splice(0);
    }
  } finally {
    signal?.removeEventListener("abort", leave);
    await reader.cancel().catch(() => undefined);
  }
}
