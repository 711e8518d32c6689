import type { DomainError } from "@workspace-agent/core";
import { empty, type Answer } from "../answer/answer.ts";
import { namesType } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";

/**
 * Sends a browser that asks for a page and has no credential to sign-in, and on from
 * there to what it asked for; null for every other caller or error.
 */
export function signInRedirect(context: RequestContext, error: DomainError): Answer | null {
  const isPage = context.request.method === "GET" || context.request.method === "HEAD";
  if (error.code !== "unauthenticated" || !isPage || !namesType(context.header("accept"), "text/html"))
    return null;
  if (context.app.settings.authenticate !== undefined) return null;
  const { path, query } = context.target;
  const { addresses } = context.app;
  const isHome = path === addresses.prefix || path === addresses.path("/");
  const next = encodeURIComponent(query === "" ? path : `${path}?${query}`);
  const location = addresses.path("/sign-in") + (isHome ? "" : `?next=${next}`);
  return empty(302, { location, vary: "accept" });
}
