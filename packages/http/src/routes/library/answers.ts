import { DomainError, type LibraryCondition, type Versioned } from "@workspace-agent/core";
import { empty, json, type Answer } from "../../answer/answer.ts";
import { expectedEtag, isNotModified, quoted } from "../../conditions/etag.ts";
import type { Call } from "../../request/call.ts";

type Headers = Readonly<Record<string, string>>;

/** Kept by a cache only to be asked about again. */
const REVALIDATED = "private, no-cache";

export function headersOf(etag: string): Headers {
  return { etag: quoted(etag), "cache-control": REVALIDATED };
}

export function itemAnswer(
  status: number,
  { item, etag }: Versioned<unknown>,
  headers: Headers = {},
): Answer {
  return json(status, item, { ...headersOf(etag), ...headers });
}

/** To a read: 304 where the reader has this version already. */
export function readAnswer(call: Call, found: Versioned<unknown>): Answer {
  if (!isNotModified(call.header("if-none-match"), found.etag)) return itemAnswer(200, found);
  return empty(304, headersOf(found.etag));
}

/** What a change has to find. `find` is asked only where a condition needs it. */
export async function conditionOf(
  call: Call,
  find: () => Promise<Versioned<unknown>>,
): Promise<LibraryCondition> {
  const conditions = { ifMatch: call.header("if-match"), ifNoneMatch: call.header("if-none-match") };
  const ifMatch = await expectedEtag(conditions, async () => {
    try {
      return (await find()).etag;
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "not_found") return null;
      throw error;
    }
  });
  return ifMatch === undefined ? {} : { ifMatch };
}
