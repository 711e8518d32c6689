import { DomainError, type Principal } from "@workspace-agent/core";
import type { RequestContext } from "../request/request-context.ts";
import { clientAddress } from "./client-address.ts";
import { readCookie } from "./cookie.ts";
import { checkOrigin, isSafe } from "./origin-check.ts";

/**
 * The principal behind a request: the host's own answer where it has one, else a bearer token, else a cookie.
 * Throws `unauthenticated`, `invalid_token`, and `forbidden_origin` for a change that a foreign page may have sent.
 */
export async function identify(context: RequestContext): Promise<Principal> {
  const { settings, service } = context.app;
  const bearer = bearerToken(context.header("authorization"));
  if (settings.authenticate !== undefined) {
    checkCookieOrigin(context);
    const principal = (await settings.authenticate(context.request)) ?? unauthenticated();
    return { address: knownAddress(context), ...principal };
  }
  if (bearer !== null) return await service.tokens.authenticate(bearer, knownAddress(context));
  const cookie = readCookie(context.header("cookie"));
  const principal = cookie === null ? null : await service.signIn.authenticate(cookie, knownAddress(context));
  if (principal === null) return unauthenticated();
  checkCookieOrigin(context);
  return principal;
}

/** For the audit log: a host that cannot tell the address of a caller refuses nobody for it. */
function knownAddress(context: RequestContext): string | null {
  try {
    return clientAddress(context);
  } catch (error) {
    context.app.settings.logger.warn({ error }, "the address of a caller is not known");
    return null;
  }
}

/** The token of a bearer credential; null for none and for other schemes, which a proxy in front may use. */
export function bearerToken(authorization: string | null): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** A browser adds its cookies to what a foreign page sends; an `Authorization` header it does not. */
function checkCookieOrigin(context: RequestContext): void {
  if (isSafe(context.request.method) || context.header("cookie") === null) return;
  if (bearerToken(context.header("authorization")) !== null) return;
  checkOrigin(context.header("origin"), context.target.host, context.app.settings.publicOrigin);
}

function unauthenticated(): never {
  throw new DomainError("unauthenticated", "Send `Authorization: Bearer <service token>`, or sign in.");
}
