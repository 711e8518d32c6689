import { MAX_PAGE } from "@workspace-agent/core/schemas";
import { DomainError, type Page, type PageRequest } from "@workspace-agent/core";
import * as v from "valibot";
import { text, type Answer } from "../answer/answer.ts";
import { given } from "./given.ts";
import type { RequestContext } from "./request-context.ts";

/** The parameters of every paged list. */
export const pageParameters = {
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(MAX_PAGE),
      v.description("The most elements of the page; default 50."),
    ),
  ),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(512),
      v.description("From the `Link` of the page before."),
    ),
  ),
};

/** What a service wants of them. */
export function toPageRequest(query: {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}): PageRequest {
  return given({ limit: query.limit, cursor: query.cursor });
}

/** Throws `invalid_request` for an export that is asked for with parameters. */
export function refuseParameters(query: object): void {
  if (Object.keys(query).length === 0) return;
  throw new DomainError("invalid_request", "An export contains everything and takes no parameters.");
}

/** What frozen pages were written as: a list that is polled is written once for each change. */
const knownBytes = new WeakMap<readonly unknown[], Uint8Array<ArrayBuffer>>();

function bodyOf(items: readonly unknown[]): string | Uint8Array<ArrayBuffer> {
  if (!Object.isFrozen(items)) return JSON.stringify(items);
  const known = knownBytes.get(items);
  if (known !== undefined) return known;
  const bytes = new TextEncoder().encode(JSON.stringify(items));
  knownBytes.set(items, bytes);
  return bytes;
}

/** A page as a bare array, with a `Link` to the next one that keeps every other parameter. */
export function pageAnswer(
  context: RequestContext,
  page: Page<unknown>,
  parameters: Readonly<Record<string, string | number | undefined>>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = bodyOf(page.items);
  if (page.next === null) return text("application/json", body, headers);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  query.set("cursor", page.next);
  return text("application/json", body, {
    ...headers,
    link: `<${context.target.path.replace(/[<>"]/g, encodeURIComponent)}?${query.toString()}>; rel="next"`,
  });
}
