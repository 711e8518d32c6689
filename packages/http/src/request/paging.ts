import { MAX_PAGE, type Page, type PageRequest } from "@workspace-agent/core";
import * as v from "valibot";
import { text, type Answer } from "../answer/answer.ts";
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

/** What frozen pages were written as: a list that is polled is written once for each change. */
const knownTexts = new WeakMap<readonly unknown[], string>();

function textOf(items: readonly unknown[]): string {
  const known = knownTexts.get(items);
  if (known !== undefined) return known;
  const written = JSON.stringify(items);
  if (Object.isFrozen(items)) knownTexts.set(items, written);
  return written;
}

/** A page as a bare array, with a `Link` to the next one that keeps every other parameter. */
export function pageAnswer(
  call: Call,
  page: Page<unknown>,
  parameters: Readonly<Record<string, string | number | undefined>>,
): Answer {
  const body = textOf(page.items);
  if (page.next === null) return text("application/json", body);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  query.set("cursor", page.next);
  return text("application/json", body, {
    link: `<${call.target.path}?${query.toString()}>; rel="next"`,
  });
}
