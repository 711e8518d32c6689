import { DomainError } from "@workspace-agent/core";
import { content, type Answer } from "../answer/answer.ts";
import { VARY_ACCEPT } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";
import { NDJSON, ndjson } from "./ndjson.ts";

/** Everything of a list as lines. Throws `invalid_request` if it is asked for with parameters. */
export function exportAnswer(
  context: RequestContext,
  query: object,
  batches: AsyncIterable<readonly unknown[]>,
): Answer {
  if (Object.keys(query).length > 0)
    throw new DomainError("invalid_request", "An export contains everything and takes no parameters.");
  return content(NDJSON, ndjson(batches, context.report), VARY_ACCEPT);
}
