import { DomainError, type Principal } from "@workspace-agent/core";
import type { Answer } from "./answer/answer.ts";
import { problem } from "./answer/problem.ts";
import { authorize } from "./credentials/authorize.ts";
import { preflight } from "./credentials/cors.ts";
import { checkHost } from "./credentials/host-check.ts";
import { identify } from "./credentials/identify.ts";
import { interfaceAnswer } from "./interface/interface-answer.ts";
import { countRequest } from "./limits/count-request.ts";
import { limitOf } from "./limits/limit-of.ts";
import type { Call } from "./request/call.ts";
import { decodePercent } from "./request/percent.ts";
import { parseQuery } from "./request/raw-query.ts";
import { pathBelow } from "./request/target.ts";
import type { Route } from "./route.ts";
import { NOTHING_THERE, type FindRoute, type Match, type Unmatched } from "./router.ts";

/** Load balancers ask for these by address. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/**
 * One request through its checks, in the order in which they tell least to a stranger: host, route, credential,
 * method, scope, workspace, rate limit, query, body. What fails throws a `DomainError`.
 */
export async function dispatch(call: Call, find: FindRoute): Promise<Answer> {
  const { settings } = call.instance;
  const path = pathBelow(settings.prefix, call.target.path);
  if (path === null || !HEALTH_PATHS.has(path)) checkHost(call.target.host, settings.hosts);
  const early = preflight(call.request, settings);
  if (early !== null) return early;

  const match: Match = path === null ? NOTHING_THERE : await find(call.request.method, path);
  if (!("route" in match)) {
    const shown = match.allowed.length > 0 ? null : await interfaceAnswer(call, path);
    return shown ?? (await unmatched(call, match));
  }
  call.route = match.route.path;
  const principal = match.route.access === "public" ? null : await identify(call);
  const params = decodeParams(match.params);
  if (principal !== null) {
    permit(principal, match.route, params);
    await countRequest(call, principal, limitOf(match.route));
  }
  return await match.route.run(
    call,
    principal,
    params,
    parseQuery(call.target.query, (query) => urlWith(call, query)),
  );
}

function permit(principal: Principal, route: Route, params: Readonly<Record<string, string>>): void {
  if (route.access === "public") return;
  const isOfWorkspace = route.path.startsWith("/api/workspaces/:id");
  authorize(principal, route.access, isOfWorkspace ? (params["id"] ?? null) : null);
}

/** Only a caller with a credential hears what is there and what is not. */
async function unmatched(call: Call, { allowed, isPublic }: Unmatched): Promise<Answer> {
  if (!isPublic) await identify(call);
  if (allowed.length === 0) throw new DomainError("not_found", "There is nothing at this path.");
  const allow = allowed.join(", ");
  const error = new DomainError("method_not_allowed", `This path takes ${allow}.`);
  return problem(error, call.requestId, call.instance.addresses, { allow });
}

function decodeParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      const value = decodePercent(text);
      if (value === null) {
        throw new DomainError(
          "invalid_request",
          "The path holds percent escapes that are broken or not UTF-8.",
        );
      }
      return [name, value];
    }),
  );
}

function urlWith(call: Call, query: string): string {
  const scheme = call.request.url.startsWith("https:") ? "https" : "http";
  const origin = call.instance.settings.publicOrigin ?? `${scheme}://${call.target.host}`;
  return `${origin}${call.target.path}?${query}`;
}
