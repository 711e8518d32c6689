import { DomainError } from "@workspace-agent/core";
import type { LibraryCondition, Versioned } from "@workspace-agent/core/internal";
import { empty, json, type Answer } from "../answer/answer.ts";
import type { RequestContext } from "../request/request-context.ts";
import { expectedEtag, isVersionWanted, preconditionFailed, quoted } from "./etag.ts";

type Headers = Readonly<Record<string, string>>;

/** Caches may store the answer but must revalidate it. */
export function versionHeaders(etag: string): Headers {
  return { etag: quoted(etag), "cache-control": "private, no-cache" };
}

export function versionedAnswer(
  status: number,
  { item, etag }: Versioned<unknown>,
  headers: Headers = {},
): Answer {
  return json(status, item, { ...versionHeaders(etag), ...headers });
}

/** Answers a read with 304 if the reader has this version. Throws `precondition_failed` if it wants another one. */
export function readAnswer({ header }: RequestContext, found: Versioned<unknown>): Answer {
  if (isVersionWanted(header, found.etag)) return versionedAnswer(200, found);
  return empty(304, versionHeaders(found.etag));
}

/** The condition of a change of what always exists, so that a condition which requires nothing fails. */
export async function changeConditionOf(
  context: RequestContext,
  find: () => Promise<{ readonly etag: string }>,
): Promise<{ readonly ifMatch?: string }> {
  const ifMatch = await expectedEtag(context.header, async () => (await find()).etag);
  if (ifMatch !== null) return ifMatch === undefined ? {} : { ifMatch };
  // An unknown id is `not_found` all the same.
  await find();
  throw preconditionFailed();
}

/** The condition of a change. `find` is only called if the condition needs it. */
export async function writeConditionOf(
  context: RequestContext,
  find: () => Promise<Versioned<unknown>>,
): Promise<LibraryCondition> {
  const ifMatch = await expectedEtag(context.header, async () => {
    try {
      return (await find()).etag;
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "not_found") return null;
      throw error;
    }
  });
  return ifMatch === undefined ? {} : { ifMatch };
}
