import { requireUser, type SignInAttempt } from "@workspace-agent/core";
import * as v from "valibot";
import { empty } from "../answer/answer.ts";
import { jsonBody, type BodySpec } from "../body/body-spec.ts";
import { clientAddress, clientNetwork } from "../credentials/client-address.ts";
import { readCookie, writeCookie, type CookieScope } from "../credentials/cookie.ts";
import { bearerToken } from "../credentials/identify.ts";
import { checkOrigin } from "../credentials/origin-check.ts";
import type { Call } from "../request/call.ts";
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

const credentialBody = jsonBody(SignInSchema, "signInBytes");

/** An attempt counts before its body is read: to send it slowly, or too long, is an attempt too. */
const signInBody: BodySpec<{
  readonly attempt: SignInAttempt;
  readonly credential: v.InferOutput<typeof SignInSchema>;
}> = {
  documentation: credentialBody.documentation,
  async read(call) {
    await checkCaller(call);
    const attempt = await call.instance.service.signIn.attempt(clientNetwork(call), clientAddress(call));
    return { attempt, credential: await credentialBody.read(call) };
  },
};

export const signInRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/auth/sign-in",
    operationId: "signIn",
    tag,
    summary: "Sign in",
    description: "With the password, or with the code of a one-time link. Attempts are limited.",
    access: "public",
    body: signInBody,
    responses: { 204: { description: "Signed in, by a cookie.", headers: ["Set-Cookie"] } },
    errors: ["unauthenticated", "invalid_token", "user_only", "forbidden_origin", "rate_limited"],
    handler: async ({ call, body: { attempt, credential } }) => {
      const { cookie, expires_at } = await attempt.signIn(credential);
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
