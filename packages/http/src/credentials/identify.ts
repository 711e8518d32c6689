import { DomainError, type Principal } from "@workspace-agent/core";
import type { RequestContext } from "../request/request-context.ts";
import { clientAddress } from "./client-address.ts";
import { readCookie, sessionCookie } from "./cookie.ts";
import { checkOrigin, isSafe } from "./origin-check.ts";

/**
 * The principal of a request: from the host, a bearer token or a cookie. Throws `unauthenticated`, `invalid_token`, and `forbidden_origin`
 * for a change that another site may have sent. With `renews`, which needs headers that are not sent yet, use prolongs a session and its
 * cookie.
 */
export async function identify(
  context: RequestContext,
  { renews = false }: { readonly renews?: boolean } = {},
): Promise<Principal> {
  const { settings, service } = context.app;
  const bearer = bearerToken(context.header("authorization"));
  if (settings.authenticate !== undefined) {
    checkCookieOrigin(context);
    const principal = (await settings.authenticate(context.request)) ?? unauthenticated();
    return { address: knownAddress(context), ...principal };
  }
  if (bearer !== null) return await service.tokens.authenticate(bearer, knownAddress(context));
  const cookie = readCookie(context.header("cookie"));
  if (cookie === null) return unauthenticated();
  const renew = (expiresAt: number) => context.announce(sessionCookie(context, cookie, expiresAt));
  const principal = await service.signIn.authenticate(
    cookie,
    knownAddress(context),
    renews ? renew : undefined,
  );
  if (principal === null) return unauthenticated();
  checkCookieOrigin(context);
  return principal;
}

/** The address for the audit log. If the host cannot determine it, the request is served anyway. */
function knownAddress(context: RequestContext): string | null {
  try {
    return clientAddress(context);
  } catch (error) {
    context.app.settings.logger.warn({ error }, "the address of a client could not be determined");
    return null;
  }
}

/** The token of a bearer credential; null for none and for other schemes, which a proxy may use. */
export function bearerToken(authorization: string | null): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Browsers attach cookies to requests of other sites, but not an `Authorization` header. */
function checkCookieOrigin(context: RequestContext): void {
  if (isSafe(context.request.method) || context.header("cookie") === null) return;
  if (bearerToken(context.header("authorization")) !== null) return;
  checkOrigin(context.header("origin"), context.target.host, context.app.settings.publicOrigin);
}

function unauthenticated(): never {
  throw new DomainError("unauthenticated", "Send `Authorization: Bearer <service token>`, or sign in.");
}
