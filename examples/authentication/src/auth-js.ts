import { SCOPES, type Principal } from "@workspace-agent/core";
import { getToken } from "next-auth/jwt";

export interface AuthJsOptions {
  /** The `AUTH_SECRET` of Auth.js. */
  readonly secret: string;
  /** Whether the site is served over https, where the cookie has another name. */
  readonly secureCookie: boolean;
}

/** Accepts the session cookie of Auth.js. It reads the request alone, so it works in and outside of Next. */
export function authJsUsers({ secret, secureCookie }: AuthJsOptions) {
  return async (request: Request): Promise<Principal | null> => {
    const token = await getToken({ req: request, secret, secureCookie });
    if (typeof token?.sub !== "string" || typeof token["tenant"] !== "string") return null;
    return {
      id: token.sub,
      ...(typeof token.name === "string" && { name: token.name }),
      tenant: token["tenant"],
      kind: "user",
      scopes: SCOPES,
      workspace_ids: null,
    };
  };
}
