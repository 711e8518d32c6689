import { MAX_PAGE, type Page, type PageRequest } from "@workspace-agent/core";
import * as v from "valibot";
import { json, type Answer } from "../answer/answer.ts";
import type { Call } from "./call.ts";

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
  return {
    ...(query.limit === undefined ? {} : { limit: query.limit }),
    ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
  };
}

/** A page as a bare array, with a `Link` to the next one that keeps every other parameter. */
export function pageAnswer(
  call: Call,
  page: Page<unknown>,
  parameters: Readonly<Record<string, string | number | undefined>>,
): Answer {
  if (page.next === null) return json(200, page.items);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  query.set("cursor", page.next);
  return json(200, page.items, { link: `<${call.target.path}?${query.toString()}>; rel="next"` });
}
