import { content, type Answer } from "../answer/answer.ts";
import { identify } from "../credentials/identify.ts";
import type { RequestContext } from "../request/request-context.ts";
import { LIVE_HEADERS, liveStream, type LiveFormat } from "./live-stream.ts";
import { NO_LONGER_AUTHORIZED, untilUnauthorized } from "./until-unauthorized.ts";

/** Streams the batches that `open` returns. Its signal aborts when the reader leaves or the stream ends. */
export async function liveAnswer<Batch>(
  context: RequestContext,
  format: LiveFormat<Batch>,
  open: (signal: AbortSignal) => Promise<AsyncIterable<Batch>>,
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
  const body = liveStream(untilUnauthorized(batches, isAuthorized, clock), format, {
    clock,
    onEnd: () => ended.abort(),
    onError: (error) => {
      if (error !== NO_LONGER_AUTHORIZED) context.report(error);
    },
  });
  return content(format.contentType, body, { ...LIVE_HEADERS, ...headers });
}
