import type { DomainError } from "@workspace-agent/core";
import { empty, type Answer } from "../answer/answer.ts";
import { namesType } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";

/** Redirects a browser that requests a page without a credential to sign-in, and from there back; null for other callers and errors. */
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
