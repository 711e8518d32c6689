import { requireUser } from "@workspace-agent/core";
import * as v from "valibot";
import { empty } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { readCookie, writeCookie, type CookieScope } from "../credentials/cookie.ts";
import { bearerToken } from "../credentials/identify.ts";
import { checkOrigin } from "../credentials/origin-check.ts";
import type { Call } from "../request/call.ts";
import { clientAddress } from "../request/client-address.ts";
import { defineRoute, type Route } from "../route.ts";

const tag = "Sign-in";

const Secret = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

export const SignInSchema = v.union([v.strictObject({ password: Secret }), v.strictObject({ code: Secret })]);

function cookieScope(call: Call): CookieScope {
  const { prefix, publicOrigin } = call.instance.settings;
  return { prefix, secure: (publicOrigin ?? call.request.url).startsWith("https:") };
}

/** A token can do nothing here, and a foreign page cannot sign its visitor in as somebody else. */
async function checkCaller(call: Call): Promise<void> {
  const token = bearerToken(call.header("authorization"));
  if (token !== null) requireUser(await call.instance.service.tokens.authenticate(token));
  const origin = call.header("origin");
  if (origin !== null) checkOrigin(origin, call.target.host, call.instance.settings.publicOrigin);
}

export const signInRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/auth/sign-in",
    operationId: "signIn",
    tag,
    summary: "Sign in",
    description: "With the password, or with the code of a one-time link. Attempts are limited.",
    access: "public",
    body: jsonBody(SignInSchema),
    responses: { 204: { description: "Signed in, by a cookie.", headers: ["Set-Cookie"] } },
    errors: ["unauthenticated", "invalid_token", "user_only", "forbidden_origin", "rate_limited"],
    handler: async ({ call, service, body }) => {
      await checkCaller(call);
      const { cookie, expires_at } = await service.signIn.signIn(body, clientAddress(call) ?? "unknown");
      const maxAge = Math.max(0, Math.floor((expires_at - call.instance.settings.clock.now()) / 1000));
      return empty(204, { "set-cookie": writeCookie(cookie, maxAge, cookieScope(call)) });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/auth/sign-out",
    operationId: "signOut",
    tag,
    summary: "Sign out",
    access: "user",
    responses: { 204: { description: "Signed out.", headers: ["Set-Cookie"] } },
    handler: async ({ call, service }) => {
      const cookie = readCookie(call.header("cookie"));
      if (cookie !== null) await service.signIn.signOut(cookie, clientAddress(call));
      return empty(204, { "set-cookie": writeCookie("", 0, cookieScope(call)) });
    },
  }),
];
