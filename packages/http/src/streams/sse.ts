import type { Clock, StreamedEvent } from "@workspace-agent/core";

export const EVENT_STREAM = "text/event-stream";
const KEEP_ALIVE_MS = 15_000;

const PREAMBLE = "retry: 1000\n\n";
const COMMENT = ": keep-alive\n\n";

/** Prevents caching, and buffering by nginx (`x-accel-buffering`). */
export const SSE_HEADERS = { "cache-control": "no-store", "x-accel-buffering": "no" } as const;

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

export interface SseOptions {
  readonly clock: Clock;
  /** Called when the reader left or the stream ended, to stop the source. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * An event stream with one chunk per batch, read from its source only as fast as the reader reads. If the source fails, `onError` is
 * called and the stream ends cleanly, so that the reader reconnects.
 */
export function eventStream(
  batches: AsyncIterable<readonly StreamedEvent[]>,
  { clock, onEnd, onError }: SseOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = batches[Symbol.asyncIterator]();
  const ended = new AbortController();
  let isWaiting = false;

  const end = () => {
    ended.abort();
    onEnd();
  };

  /** Sends comments only while no data is waiting to be read. */
  const keepAlive = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (;;) {
      await clock.sleep(KEEP_ALIVE_MS, ended.signal);
      if (ended.signal.aborted) return;
      if (isWaiting && (controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(COMMENT));
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(PREAMBLE));
        void keepAlive(controller);
      },
      async pull(controller) {
        try {
          isWaiting = true;
          const next = await source.next();
          isWaiting = false;
          if (ended.signal.aborted) return;
          if (next.done !== true) {
            controller.enqueue(encoder.encode(next.value.map(encodeEvent).join("")));
            return;
          }
        } catch (error) {
          isWaiting = false;
          if (ended.signal.aborted) return;
          onError(error);
        }
        end();
        controller.close();
      },
      async cancel() {
        end();
        await source.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
