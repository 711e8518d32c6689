import type { RequestContext } from "../request/request-context.ts";

/** The session cookie of a signed-in browser. */
export const COOKIE_NAME = "wa_session";

/** The value of the session cookie in a `Cookie` header, or null. */
export function readCookie(header: string | null): string | null {
  for (const pair of (header ?? "").split(";")) {
    const mark = pair.indexOf("=");
    if (mark !== -1 && pair.slice(0, mark).trim() === COOKIE_NAME) {
      const value = pair.slice(mark + 1).trim();
      return value === "" ? null : value;
    }
  }
  return null;
}

export interface CookieScope {
  /** The prefix of the handler; the cookie is not sent to other paths of the host. */
  readonly prefix: string;
  readonly secure: boolean;
}

/** A `Set-Cookie` value. `maxAge` is in seconds; 0 removes the cookie. */
export function writeCookie(value: string, maxAge: number, scope: CookieScope): string {
  const path = scope.prefix === "" ? "/" : scope.prefix;
  const attributes = [
    `${COOKIE_NAME}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  return [...attributes, ...(scope.secure ? ["Secure"] : [])].join("; ");
}

/** The header that gives a browser its session cookie until a time; 0 removes it. */
export function sessionCookie(
  { app: { settings }, request }: RequestContext,
  value: string,
  expiresAt: number,
): { readonly "set-cookie": string } {
  const { prefix, publicOrigin, clock } = settings;
  const maxAge = Math.max(0, Math.floor((expiresAt - clock.now()) / 1000));
  const secure = (publicOrigin ?? request.url).startsWith("https:");
  return { "set-cookie": writeCookie(value, maxAge, { prefix, secure }) };
}
