import type { StreamedEvent } from "@workspace-agent/core";
import { stream, type Answer } from "../answer/answer.ts";
import type { Call } from "../request/call.ts";
import { EVENT_STREAM, eventStream, SSE_HEADERS } from "./sse.ts";

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
  const body = eventStream(batches, {
    clock: call.instance.settings.clock,
    onEnd: () => ended.abort(),
    onError: call.report,
  });
  return stream(EVENT_STREAM, body, { ...SSE_HEADERS, ...headers });
}
