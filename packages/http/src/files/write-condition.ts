import type { Call } from "../request/call.ts";
import { expectedEtag } from "../conditions/etag.ts";
import { checkUnchanged } from "../conditions/read-conditions.ts";
import type { FileAddress } from "./file-address.ts";
import { entryAt } from "./entry-at.ts";

/**
 * What a change has to find at its path, as its volume takes it: undefined for anything, null for nothing, else the one etag.
 * Throws `precondition_failed` where that fails already.
 */
export async function writeCondition(call: Call, address: FileAddress): Promise<string | null | undefined> {
  const conditions = { ifMatch: call.header("if-match"), ifNoneMatch: call.header("if-none-match") };
  const current = () => entryAt(call.instance.service, address);
  if (conditions.ifMatch !== null || call.header("if-unmodified-since") === null) {
    return expectedEtag(conditions, async () => (await current())?.etag ?? null);
  }
  const there = await current();
  if (there !== null) checkUnchanged((name) => call.header(name), there, call.instance.settings.clock.now());
  const wanted = await expectedEtag(conditions, async () => there?.etag ?? null);
  return wanted === undefined ? (there?.etag ?? null) : wanted;
}
