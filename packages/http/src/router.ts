import { DomainError } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/ports";
import { Router } from "itty-router";
import type { Answer } from "./answer/answer.ts";
import { problem } from "./answer/problem.ts";
import { preflight } from "./credentials/cors.ts";
import { checkHost } from "./credentials/host-check.ts";
import { identify } from "./credentials/identify.ts";
import { signInRedirect } from "./credentials/sign-in-redirect.ts";
import { interfaceAnswer } from "./pages/interface-answer.ts";
import type { RequestContext, App } from "./request/request-context.ts";
import { checkTarget } from "./request/target.ts";
import { logNames } from "./request/trace-context.ts";
import { checkWire } from "./request/wire-checks.ts";
import type { Route } from "./route.ts";
import { serveRoute } from "./serve-route.ts";

/** Load balancers call these by IP address. */
const HEALTH_PATHS: ReadonlySet<string | null> = new Set(["/healthz", "/readyz"]);

/** The answer to an unexpected error. It reveals nothing but the request id. */
const UNEXPECTED = new DomainError(
  "internal",
  "The service failed. The log has the reason for this request id.",
);

/** The input of the router, which sets the encoded parameters and the path of the route with the prefix. */
interface RoutedRequest {
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly route: string | null;
}

export interface Answered {
  readonly answer: Answer;
  /** The path of the matched route, without the prefix. */
  readonly route: string | null;
}

export type AnswerRequest = (context: RequestContext) => Promise<Answered>;

/**
 * Routes and answers requests. Checks run in the order that reveals least to strangers: host, route, credential, method, scope, workspace,
 * rate limit, query, body. Failures become problems.
 */
export function createRouter(app: App, routes: readonly Route[]): AnswerRequest {
  const { prefix, hosts } = app.settings;
  const router = Router<RoutedRequest, [RequestContext], Answer>({
    base: prefix,
    before: [
      (_, context) => checkWire(context.request, context.server),
      (_, context) => checkTarget(context.target),
      (_, { path, target }) => (HEALTH_PATHS.has(path) ? undefined : checkHost(target.host, hosts)),
      (_, context) => preflight(context.request, app.settings),
    ],
    catch: (error: unknown, _, context) => failureAnswer(error, context),
    finally: [
      (_answer, _, context) => void context.body.discard(),
      (answer: Answer | undefined, _, context) => answer ?? missing(context, routesAt(context)),
      (answer: Answer, _, { announced }) => ({ ...answer, headers: { ...announced, ...answer.headers } }),
    ],
  });
  for (const route of routes) {
    const serve = async ({ params }: RoutedRequest, context: RequestContext) =>
      await serveRoute(route, params, context);
    router[route.method.toLowerCase() as Lowercase<Route["method"]>](route.path, serve);
    if (route.method === "GET") router.head(route.path, serve);
  }
  const routesAt = ({ path, target }: RequestContext): readonly Route[] => {
    const entries = path === null ? [] : router.routes.filter(([, pattern]) => pattern.test(target.path));
    const paths = new Set(entries.map(([, , , own]) => own));
    return routes.filter((route) => paths.has(prefix + route.path));
  };
  return async (context) => {
    // `parseQuery` parses the query, because it is stricter. No route is at the root.
    const url = `http://localhost${context.path === null ? "/" : context.target.path}`;
    const routed: RoutedRequest = { method: context.request.method, url, params: {}, route: null };
    const answer = await router.fetch(routed, context);
    return { answer, route: routed.route?.slice(prefix.length) ?? null };
  };
}

/** Answers when no route matches. Only callers with a credential learn which paths exist. */
async function missing(context: RequestContext, there: readonly Route[]): Promise<Answer> {
  const page = there.length > 0 ? null : await interfaceAnswer(context);
  if (page !== null) return page;
  if (there.every(({ access }) => access !== "public")) await identify(context);
  if (there.length === 0) throw new DomainError("not_found", "There is nothing at this path.");
  const allow = there.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const error = new DomainError("method_not_allowed", `This path takes ${allow}.`);
  return problem(error, context.requestId, context.app.addresses, { allow });
}

function failureAnswer(error: unknown, context: RequestContext): Answer {
  const { request, requestId, app, body } = context;
  const known = DomainError.isInstance(error) ? error : (hostFailure(error) ?? UNEXPECTED);
  if (known !== error && !request.signal.aborted && !body.isBroken)
    app.settings.logger.error({ ...logNames(requestId, request), error }, "a request failed");
  return signInRedirect(context, known) ?? problem(known, requestId, app.addresses);
}
