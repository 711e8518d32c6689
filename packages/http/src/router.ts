import { DomainError, hostFailure } from "@workspace-agent/core";
import { Router } from "itty-router";
import type { Answer } from "./answer/answer.ts";
import { internalError } from "./answer/internal-error.ts";
import { problem } from "./answer/problem.ts";
import { preflight } from "./credentials/cors.ts";
import { checkHost } from "./credentials/host-check.ts";
import { identify } from "./credentials/identify.ts";
import { signInRedirect } from "./credentials/sign-in-redirect.ts";
import { interfaceAnswer } from "./interface/interface-answer.ts";
import type { Call, Instance } from "./request/call.ts";
import { checkTarget } from "./request/target.ts";
import { logNames } from "./request/trace-context.ts";
import { checkWire } from "./request/wire-checks.ts";
import type { Route } from "./route.ts";
import { serveRoute } from "./serve-route.ts";

/** Load balancers ask for these by address. */
const HEALTH_PATHS: ReadonlySet<string | null> = new Set(["/healthz", "/readyz"]);

/** What the router matches. It sets the parameters, which are still encoded, and the path of the route with the prefix. */
interface RoutedRequest {
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly route: string | null;
}

export interface Answered {
  readonly answer: Answer;
  /** The path of the route that was found, without the prefix. */
  readonly route: string | null;
}

export type AnswerCall = (call: Call) => Promise<Answered>;

/**
 * Answers requests with the routes. The checks run in the order in which they tell least to a stranger: host, route,
 * credential, method, scope, workspace, rate limit, query, body. What fails becomes a problem.
 */
export function createRouter(instance: Instance, routes: readonly Route[]): AnswerCall {
  const { prefix, hosts } = instance.settings;
  const router = Router<RoutedRequest, [Call], Answer>({
    base: prefix,
    before: [
      (_, call) => checkWire(call.request, call.server),
      (_, call) => checkTarget(call.target),
      (_, { path, target }) => (HEALTH_PATHS.has(path) ? undefined : checkHost(target.host, hosts)),
      (_, call) => preflight(call.request, instance.settings),
    ],
    catch: (error: unknown, _, call) => failureAnswer(error, call),
    finally: [
      (_answer, _, call) => void call.body.discard(),
      (answer: Answer | undefined, _, call) => answer ?? missing(call, routesAt(call)),
      (answer: Answer, _, { announced }) => ({ ...answer, headers: { ...answer.headers, ...announced } }),
    ],
  });
  for (const route of routes) {
    const serve = async ({ params }: RoutedRequest, call: Call) => await serveRoute(route, params, call);
    router[route.method.toLowerCase() as Lowercase<Route["method"]>](route.path, serve);
    if (route.method === "GET") router.head(route.path, serve);
  }
  const routesAt = ({ path, target }: Call): readonly Route[] => {
    const entries = path === null ? [] : router.routes.filter(([, pattern]) => pattern.test(target.path));
    const paths = new Set(entries.map(([, , , own]) => own));
    return routes.filter((route) => paths.has(prefix + route.path));
  };
  return async (call) => {
    // The query is parsed by `parseQuery`, which is stricter. No route is at the root.
    const url = `http://localhost${call.path === null ? "/" : call.target.path}`;
    const routed: RoutedRequest = { method: call.request.method, url, params: {}, route: null };
    const answer = await router.fetch(routed, call);
    return { answer, route: routed.route?.slice(prefix.length) ?? null };
  };
}

/** Where no route has the path and the method. Only a caller with a credential learns what is there and what is not. */
async function missing(call: Call, there: readonly Route[]): Promise<Answer> {
  const page = there.length > 0 ? null : await interfaceAnswer(call);
  if (page !== null) return page;
  if (there.every(({ access }) => access !== "public")) await identify(call);
  if (there.length === 0) throw new DomainError("not_found", "There is nothing at this path.");
  const allow = there.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const error = new DomainError("method_not_allowed", `This path takes ${allow}.`);
  return problem(error, call.requestId, call.instance.addresses, { allow });
}

function failureAnswer(error: unknown, call: Call): Answer {
  const { request, requestId, instance, body } = call;
  const known = DomainError.isInstance(error) ? error : (hostFailure(error) ?? internalError());
  if (known !== error && !request.signal.aborted && !body.isBroken)
    instance.settings.logger.error({ ...logNames(requestId, request), error }, "a request failed");
  return signInRedirect(call, known) ?? problem(known, requestId, instance.addresses);
}
