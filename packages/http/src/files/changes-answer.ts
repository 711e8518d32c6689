import type { Changes } from "@workspace-agent/core";
import { ChangesSchema } from "@workspace-agent/core/schemas";
import { content, json, type Answer } from "../answer/answer.ts";
import { negotiate, VARY_ACCEPT } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";
import { byteStream } from "../streams/byte-stream.ts";

const JSON_TYPE = "application/json";
const PATCH = "text/x-diff";

/** Changes of files in the two forms that `changesAnswer` returns. */
export const CHANGES_RESPONSES = {
  200: { description: "The changes.", content: { [JSON_TYPE]: ChangesSchema, [PATCH]: "text" } },
} as const;

/** Changes of files as JSON, or as the patch alone, as `Accept` says. */
export async function changesAnswer(
  context: RequestContext,
  read: {
    readonly changes: () => Promise<Changes>;
    readonly patch: () => Promise<AsyncIterable<string>>;
  },
): Promise<Answer> {
  if (negotiate(context.header("accept"), [JSON_TYPE, PATCH]) === JSON_TYPE)
    return json(200, await read.changes(), VARY_ACCEPT);
  const patches = await read.patch();
  return content(`${PATCH}; charset=utf-8`, byteStream(patches, context.report), VARY_ACCEPT);
}
