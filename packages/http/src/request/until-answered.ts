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
    if (!(answered.body instanceof ReadableStream)) {
      onEnd();
      return answered;
    }
    // Nobody reads the stream of a caller that already disconnected.
    context.signal.addEventListener("abort", onEnd, { once: true });
    if (context.signal.aborted) onEnd();
    return { ...answered, body: withEnd(answered.body, onEnd) };
  } catch (error) {
    onEnd();
    throw error;
  }
}

function withEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader.read();
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
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
