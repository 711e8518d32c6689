import type { Clock } from "@workspace-agent/core/ports";
import { isUnavailable } from "./failures.ts";

interface Timing {
  readonly clock: Clock;
  /** The longest time between two pieces. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The next piece of an answer, which may have no body; `late` where it takes too long; throws the signal's reason where it aborts first. */
async function nextInTime(reader: Reader | undefined, { clock, timeoutMs, signal }: Timing) {
  const given = reader?.read() ?? Promise.resolve({ done: true, value: undefined } as const);
  const done = new AbortController();
  const waiting = signal === undefined ? done.signal : AbortSignal.any([done.signal, signal]);
  const late = clock.sleep(timeoutMs, waiting).then((): "late" => {
    signal?.throwIfAborted();
    return "late";
  });
  try {
    return await Promise.race([given, late]);
  } finally {
    done.abort();
    // Whichever comes second is not needed.
    late.catch(() => {});
    given.catch(() => {});
  }
}

/**
 * The first `length` bytes of an answer. Errors where the service stops sending, cuts the connection or ends before, and with the reason of the
 * signal. Ends the connection when it is cancelled, or where more is sent.
 */
export function timedBody(
  body: ReadableStream<Uint8Array> | null,
  length: number,
  timing: Timing,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader();
  let left = length;

  async function next(): Promise<Uint8Array> {
    const read = await nextInTime(reader, timing).catch((error: unknown) => {
      timing.signal?.throwIfAborted();
      throw isUnavailable("cut an answer off", { cause: error });
    });
    if (read === "late") throw isUnavailable("stopped answering");
    if (read.done) throw isUnavailable("ended an answer too early");
    const wanted = read.value.subarray(0, left);
    left -= wanted.length;
    return wanted;
  }

  /** Ends the connection; what it fails with is of no use. */
  const end = async (): Promise<void> => {
    await reader?.cancel().catch(() => {});
  };

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          if (left > 0) controller.enqueue(await next());
        } catch (error) {
          void end();
          throw error;
        }
        if (left > 0) return;
        controller.close();
        await end();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** A short answer as text. Throws as `timedBody` does, and where the answer is longer than `most` bytes. */
export async function timedText(response: Response, most: number, timing: Timing): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const read = await nextInTime(reader, timing);
      if (read === "late") throw isUnavailable("stopped answering");
      if (read.done) return text + decoder.decode();
      size += read.value.length;
      if (size > most) throw isUnavailable("gave an answer that is too long");
      text += decoder.decode(read.value, { stream: true });
    }
  } catch (error) {
    void reader?.cancel().catch(() => {});
    throw error;
  }
}
