import type { DomainError } from "@workspace-agent/core";
import { empty, type Answer } from "../answer/answer.ts";
import { namesType } from "../request/accept.ts";
import type { Call } from "../request/call.ts";

/**
 * Sends a browser that asks for a page and has no credential to sign-in, and on from
 * there to what it asked for; null for every other caller or error.
 */
export function signInRedirect(call: Call, error: DomainError): Answer | null {
  const isPage = call.request.method === "GET" || call.request.method === "HEAD";
  if (error.code !== "unauthenticated" || !isPage || !namesType(call.header("accept"), "text/html"))
    return null;
  if (call.instance.settings.authenticate !== undefined) return null;
  const { path, query } = call.target;
  const { addresses } = call.instance;
  const isHome = path === addresses.prefix || path === addresses.path("/");
  const next = encodeURIComponent(query === "" ? path : `${path}?${query}`);
  const location = addresses.path("/sign-in") + (isHome ? "" : `?next=${next}`);
  return empty(302, { location, vary: "accept" });
}
