import { PageRequestSchema } from "@workspace-agent/core/internal";
import type { Page } from "@workspace-agent/core";
import { content, type Answer } from "../answer/answer.ts";
import type { RequestContext } from "./request-context.ts";

/** The query parameters of lists. */
export const pageParameters = PageRequestSchema.entries;

/** The bytes of frozen pages: a list that is polled is serialized once per change. */
const knownBytes = new WeakMap<readonly unknown[], Uint8Array<ArrayBuffer>>();

function bodyOf(items: readonly unknown[]): string | Uint8Array<ArrayBuffer> {
  if (!Object.isFrozen(items)) return JSON.stringify(items);
  const known = knownBytes.get(items);
  if (known !== undefined) return known;
  const bytes = new TextEncoder().encode(JSON.stringify(items));
  knownBytes.set(items, bytes);
  return bytes;
}

/** A page as an array. `Link` points to the next page with the same parameters. */
export function pageAnswer(
  context: RequestContext,
  page: Page<unknown>,
  parameters: Readonly<Record<string, string | number | undefined>>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = bodyOf(page.items);
  if (page.next === null) return content("application/json", body, headers);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  query.set("cursor", page.next);
  return content("application/json", body, {
    ...headers,
    link: `<${context.target.path.replace(/[<>"]/g, encodeURIComponent)}?${query.toString()}>; rel="next"`,
  });
}
