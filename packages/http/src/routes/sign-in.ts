import { requireUser, type SignInAttempt } from "@workspace-agent/core/internal";
import { SignInSchema, type SignInCredential } from "@workspace-agent/core/schemas";
import { empty } from "../answer/answer.ts";
import { jsonBody, type BodySpec } from "../body/body-spec.ts";
import { clientAddress, clientNetwork } from "../credentials/client-address.ts";
import { readCookie, sessionCookie } from "../credentials/cookie.ts";
import { bearerToken } from "../credentials/identify.ts";
import { checkOrigin } from "../credentials/origin-check.ts";
import type { RequestContext } from "../request/request-context.ts";
import { defineRoute, type Route } from "../route.ts";

const tag = "Sign-in";

/** Service tokens cannot sign in, and pages of other origins cannot sign their visitors in. */
async function checkCaller(context: RequestContext): Promise<void> {
  const token = bearerToken(context.header("authorization"));
  if (token !== null) requireUser(await context.app.service.tokens.authenticate(token));
  const origin = context.header("origin");
  if (origin !== null) checkOrigin(origin, context.target.host, context.app.settings.publicOrigin);
}

const credentialBody = jsonBody(SignInSchema, "signInBytes");

/** The attempt is counted before the body is read, so that slow and oversized bodies count too. */
const signInBody: BodySpec<{
  readonly attempt: SignInAttempt;
  readonly credential: SignInCredential;
}> = {
  documentation: credentialBody.documentation,
  async read(context) {
    await checkCaller(context);
    const attempt = await context.app.service.signIn.attempt(clientNetwork(context), clientAddress(context));
    return { attempt, credential: await credentialBody.read(context) };
  },
};

export const signInRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/auth/sign-in",
    operationId: "signIn",
    tag,
    summary: "Sign in",
    description: "Sign in with the password, or with the code of a one-time link. Attempts are rate limited.",
    access: "public",
    body: signInBody,
    responses: { 204: { description: "Signed in. The response sets a cookie.", headers: ["Set-Cookie"] } },
    errors: ["unauthenticated", "invalid_token", "user_only", "forbidden_origin", "rate_limited"],
    handler: async ({ context, body: { attempt, credential } }) => {
      const { cookie, expires_at } = await attempt.signIn(credential);
      return empty(204, sessionCookie(context, cookie, expires_at));
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
    handler: async ({ context, service, principal }) => {
      const cookie = readCookie(context.header("cookie"));
      if (cookie !== null) await service.signIn.signOut(cookie, principal.address);
      return empty(204, sessionCookie(context, "", 0));
    },
  }),
];
