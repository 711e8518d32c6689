import type { Answer } from "../answer/answer.ts";
import type { RequestContext } from "./request-context.ts";

/** Answers and calls `onEnd` at least once: when the answer is complete, its stream ended, or the caller disconnected. */
export async function untilAnswered(
  context: RequestContext,
  answer: () => Promise<Answer>,
  onEnd: () => void,
): Promise<Answer> {
  try {
    const answered = await answer();
    if (answered.body instanceof ReadableStream)
      return { ...answered, body: withEnd(answered.body, context.signal, onEnd) };
    onEnd();
    return answered;
  } catch (error) {
    onEnd();
    throw error;
  }
}

function withEnd(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = async (reason: unknown) => {
    onEnd();
    await reader.cancel(reason);
  };
  // Servers neither read nor cancel the stream of a caller that disconnected before the answer.
  const onAbort = () => void leave(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader.read();
          signal.throwIfAborted();
          if (!next.done) {
            controller.enqueue(next.value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        onEnd();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
