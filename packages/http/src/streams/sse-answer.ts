import type { StreamedEvent } from "@workspace-agent/core";
import { stream, type Answer } from "../answer/answer.ts";
import { identify } from "../credentials/identify.ts";
import type { RequestContext } from "../request/request-context.ts";
import { EVENT_STREAM, eventStream, SSE_HEADERS } from "./sse.ts";
import { untilUnauthorized } from "./until-unauthorized.ts";

/** Streams the events that `open` returns. Its signal aborts when the reader leaves or the stream ends. */
export async function sseAnswer(
  context: RequestContext,
  open: (signal: AbortSignal) => Promise<AsyncIterable<readonly StreamedEvent[]>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const ended = new AbortController();
  const batches = await open(AbortSignal.any([context.signal, ended.signal]));
  const { clock } = context.app.settings;
  const isAuthorized = () =>
    identify(context).then(
      () => true,
      () => false,
    );
  const body = eventStream(untilUnauthorized(batches, isAuthorized, clock), {
    clock,
    onEnd: () => ended.abort(),
    onError: context.report,
  });
  return stream(EVENT_STREAM, body, { ...SSE_HEADERS, ...headers });
}
