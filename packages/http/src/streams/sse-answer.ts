import type { StreamedEvent } from "@workspace-agent/core";
import { stream, type Answer } from "../answer/answer.ts";
import { identify } from "../credentials/identify.ts";
import type { Call } from "../request/call.ts";
import { EVENT_STREAM, eventStream, SSE_HEADERS } from "./sse.ts";
import { whileWelcome } from "./while-welcome.ts";

/**
 * The events that `open` gives, streamed. Its signal aborts when the reader goes away or the stream ends, so
 * that nothing is fed into a stream that nobody reads.
 */
export async function sseAnswer(
  call: Call,
  open: (signal: AbortSignal) => Promise<AsyncIterable<readonly StreamedEvent[]>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const ended = new AbortController();
  const batches = await open(AbortSignal.any([call.signal, ended.signal]));
  const { clock } = call.instance.settings;
  const isWelcome = () =>
    identify(call).then(
      () => true,
      () => false,
    );
  const body = eventStream(whileWelcome(batches, isWelcome, clock), {
    clock,
    onEnd: () => ended.abort(),
    onError: call.report,
  });
  return stream(EVENT_STREAM, body, { ...SSE_HEADERS, ...headers });
}
