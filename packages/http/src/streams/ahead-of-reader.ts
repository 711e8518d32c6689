import type { Clock } from "@workspace-agent/core";

export interface AheadOptions {
  readonly clock: Clock;
  /** How many bytes may be buffered before the source is slowed down. */
  readonly allowance: number;
  /** The longest pause of a slowed source. */
  readonly pauseMs: number;
  /** How many bytes may be buffered at most; beyond this the stream is aborted. */
  readonly most: number;
  readonly onError: (error: unknown) => void;
}

/**
 * A stream that reads ahead of its reader, because a caller that reads nothing until it has sent everything must not block. Beyond the
 * allowance the source is slowed down but not stopped. If the source fails, the stream is aborted; if the reader leaves, the source ends.
 */
export function aheadOfReader(
  texts: AsyncIterable<string>,
  { clock, allowance, pauseMs, most, onError }: AheadOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = texts[Symbol.asyncIterator]();
  const left = new AbortController();
  let wake = () => {};

  /** Waits until the reader caught up or left, or the pause is over. */
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
      if (waiting > most) throw new Error("The caller keeps sending without reading the answer.");
      if (waiting > allowance) await forReader();
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Not awaited, because a stream cannot be read until its start resolves.
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
        // Not awaited, because a source that waits for the network would delay the end.
        void source.return?.().catch(() => undefined);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: allowance }),
  );
}
