import type { VolumeEntry } from "@workspace-agent/core/ports";
import type { RequestContext } from "../request/request-context.ts";
import { expectedEtag } from "../conditions/etag.ts";
import { checkUnchanged } from "../conditions/read-conditions.ts";

/**
 * The state that a change requires, as volumes expect it: undefined for any, null for nothing, otherwise an etag. `current` is
 * what is there, and is only called if a condition needs it. Throws `precondition_failed` if it fails already.
 */
export async function writeCondition(
  context: RequestContext,
  current: () => Promise<VolumeEntry | null>,
): Promise<string | null | undefined> {
  const { header } = context;
  if (header("if-match") !== null || header("if-unmodified-since") === null) {
    return expectedEtag(header, async () => (await current())?.etag ?? null);
  }
  const there = await current();
  if (there !== null) checkUnchanged(header, there, context.app.settings.clock.now());
  const wanted = await expectedEtag(header, async () => there?.etag ?? null);
  return wanted === undefined ? (there?.etag ?? null) : wanted;
}
