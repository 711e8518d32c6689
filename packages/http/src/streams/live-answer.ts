import type { Principal } from "@workspace-agent/core";
import { content, type Answer } from "../answer/answer.ts";
import { identify } from "../credentials/identify.ts";
import type { RequestContext } from "../request/request-context.ts";
import { logNames } from "../request/trace-context.ts";
import { LIVE_HEADERS, liveStream, type LiveFormat } from "./live-stream.ts";
import { NO_LONGER_AUTHORIZED, untilUnauthorized } from "./until-unauthorized.ts";

/**
 * Streams the batches that `open` returns. Its signal aborts when the reader leaves or the stream ends. `authorize` refuses a reader who may
 * no longer read them.
 */
export async function liveAnswer<Batch>(
  context: RequestContext,
  authorize: (principal: Principal) => Promise<void> | void,
  format: LiveFormat<Batch>,
  open: (signal: AbortSignal) => Promise<AsyncIterable<Batch>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const ended = new AbortController();
  const signal = AbortSignal.any([context.signal, ended.signal]);
  const batches = await open(signal);
  const { clock, logger } = context.app.settings;
  const authorized = untilUnauthorized(batches, {
    authorize: async () => await authorize(await identify(context)),
    clock,
    signal,
    onFailure: (error) =>
      logger.warn(
        { ...logNames(context.requestId, context.request), error },
        "a stream waits: its reader could not be checked",
      ),
  });
  const body = liveStream(authorized, format, {
    clock,
    onEnd: () => ended.abort(),
    onError: (error) => {
      if (error !== NO_LONGER_AUTHORIZED) context.report(error);
    },
  });
  return content(format.contentType, body, { ...LIVE_HEADERS, ...headers });
}
