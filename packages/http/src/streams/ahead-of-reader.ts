import type { Clock } from "@workspace-agent/core";

export interface AheadOptions {
  readonly clock: Clock;
  /** Bytes that may wait for the reader before the source is asked more slowly. */
  readonly allowance: number;
  /** The longest that the source then waits for the reader before it is asked again. */
  readonly pauseMs: number;
  /** Bytes that may wait at all: beyond it the stream is broken off. */
  readonly most: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Texts as a stream that runs ahead of its reader: a caller who reads nothing before everything is sent must not be
 * waited for, since it waits too. Beyond the allowance the source is slowed down and never stopped. A source that fails
 * breaks the stream off; a reader that leaves ends the source.
 */
export function aheadOfReader(
  texts: AsyncIterable<string>,
  { clock, allowance, pauseMs, most, onError }: AheadOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = texts[Symbol.asyncIterator]();
  const left = new AbortController();
  let wake = () => {};

  /** Until the reader has taken enough, left, or was waited for long enough. */
  const forReader = async () => {
    const pause = new AbortController();
    wake = () => pause.abort();
    await clock.sleep(pauseMs, pause.signal);
    wake = () => {};
  };

  const run = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (;;) {
      const next = await source.next();
      if (left.signal.aborted) return;
      if (next.done === true) {
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(next.value));
      const waiting = allowance - (controller.desiredSize ?? allowance);
      if (waiting > most) throw new Error("The caller sends on and does not read what it is told.");
      if (waiting > allowance) await forReader();
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Not returned: a stream that is starting is not read.
        void run(controller).catch((error: unknown) => {
          if (left.signal.aborted) return;
          onError(error);
          controller.error(error);
          void source.return?.().catch(() => undefined);
        });
      },
      pull() {
        wake();
      },
      cancel() {
        left.abort();
        wake();
        // Not awaited: a source that waits for its network would hold up the end.
        void source.return?.().catch(() => undefined);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: allowance }),
  );
}
