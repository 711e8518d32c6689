import type { Clock } from "@workspace-agent/core";

const KEEP_ALIVE_MS = 15_000;

/** Prevents caching, compression, and buffering by nginx (`x-accel-buffering`). */
export const LIVE_HEADERS = { "cache-control": "no-store", "x-accel-buffering": "no" } as const;

/** How batches are sent as they come. */
export interface LiveFormat<Batch> {
  readonly contentType: string;
  readonly encode: (batch: Batch) => string;
  /** Sent at once, so that the reader gets the headers. */
  readonly preamble: string;
  /** Sent while there is no data. Readers skip it. */
  readonly keepAlive: string;
  /** What a failure does: end the stream cleanly, for readers that reconnect, or break it off, so that nobody takes a part for everything. */
  readonly atFailure: "end" | "break";
}

export interface LiveOptions {
  readonly clock: Clock;
  /** Called when the reader left or the stream ended, to stop the source. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
}

/** A stream with one chunk per batch, read from its source only as fast as the reader reads. */
export function liveStream<Batch>(
  batches: AsyncIterable<Batch>,
  { encode, preamble, keepAlive, atFailure }: LiveFormat<Batch>,
  { clock, onEnd, onError }: LiveOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = batches[Symbol.asyncIterator]();
  const ended = new AbortController();
  let isWaiting = false;

  const end = () => {
    ended.abort();
    onEnd();
  };

  /** Only while no data is waiting to be read. */
  const stayAlive = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (;;) {
      await clock.sleep(KEEP_ALIVE_MS, ended.signal);
      if (ended.signal.aborted) return;
      if (isWaiting && (controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(keepAlive));
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(preamble));
        void stayAlive(controller);
      },
      async pull(controller) {
        try {
          isWaiting = true;
          const next = await source.next().finally(() => (isWaiting = false));
          if (ended.signal.aborted) return;
          if (next.done !== true) {
            controller.enqueue(encoder.encode(encode(next.value)));
            return;
          }
        } catch (error) {
          if (ended.signal.aborted) return;
          onError(error);
          if (atFailure === "break") {
            end();
            controller.error(error);
            return;
          }
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
