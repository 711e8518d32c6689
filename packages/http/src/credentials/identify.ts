import { DomainError, type Principal } from "@workspace-agent/core";
import type { Call } from "../request/call.ts";
import { clientAddress } from "./client-address.ts";
import { readCookie } from "./cookie.ts";
import { checkOrigin, isSafe } from "./origin-check.ts";

/**
 * The principal behind a request: the host's own answer where it has one, else a bearer token, else a cookie.
 * Throws `unauthenticated`, `invalid_token`, and `forbidden_origin` for a change that a foreign page may have sent.
 */
export async function identify(call: Call): Promise<Principal> {
  const { settings, service } = call.instance;
  const bearer = bearerToken(call.header("authorization"));
  if (settings.authenticate !== undefined) {
    checkCookieOrigin(call);
    const principal = (await settings.authenticate(call.request)) ?? unauthenticated();
    return { address: knownAddress(call), ...principal };
  }
  if (bearer !== null) return await service.tokens.authenticate(bearer, knownAddress(call));
  const cookie = readCookie(call.header("cookie"));
  const principal = cookie === null ? null : await service.signIn.authenticate(cookie, knownAddress(call));
  if (principal === null) return unauthenticated();
  checkCookieOrigin(call);
  return principal;
}

/** For the audit log: a host that cannot tell the address of a caller refuses nobody for it. */
function knownAddress(call: Call): string | null {
  try {
    return clientAddress(call);
  } catch (error) {
    call.instance.settings.logger.warn({ error }, "the address of a caller is not known");
    return null;
  }
}

/** The token of a bearer credential; null for none and for other schemes, which a proxy in front may use. */
export function bearerToken(authorization: string | null): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** A browser adds its cookies to what a foreign page sends; an `Authorization` header it does not. */
function checkCookieOrigin(call: Call): void {
  if (isSafe(call.request.method) || call.header("cookie") === null) return;
  if (bearerToken(call.header("authorization")) !== null) return;
  checkOrigin(call.header("origin"), call.target.host, call.instance.settings.publicOrigin);
}

function unauthenticated(): never {
  throw new DomainError("unauthenticated", "Send `Authorization: Bearer <service token>`, or sign in.");
}
