import { DomainError } from "@workspace-agent/core";
import type { Answer } from "./answer/answer.ts";
import { authorize } from "./credentials/authorize.ts";
import { identify } from "./credentials/identify.ts";
import { countRequest } from "./limits/count-request.ts";
import { limitOf } from "./limits/limit-of.ts";
import { mapValues } from "./map-values.ts";
import type { RequestContext } from "./request/request-context.ts";
import { decodePercent } from "./request/percent.ts";
import { parseQuery } from "./request/raw-query.ts";
import type { Route } from "./route.ts";

type Params = Readonly<Record<string, string>>;

/** Serves a matched route: checks credential, scope, workspace and rate limit, then runs it. `encoded` are the path parameters. */
export async function serveRoute(route: Route, encoded: Params, context: RequestContext): Promise<Answer> {
  const principal = route.access === "public" ? null : await identify(context, { renews: true });
  const params = decodeParams(encoded);
  if (principal !== null && route.access !== "public") {
    const isOfWorkspace = route.path.startsWith("/api/workspaces/:id");
    authorize(principal, route.access, isOfWorkspace ? (params["id"] ?? null) : null);
    await countRequest(context, principal, limitOf(route));
  }
  const query = parseQuery(context.target.query, (right) => urlWith(context, right));
  return await route.run(context, principal, params, query);
}

function decodeParams(encoded: Params): Params {
  return mapValues(encoded, (text) => {
    const value = decodePercent(text);
    if (value !== null) return value;
    throw new DomainError(
      "invalid_request",
      "The path contains percent escapes that are invalid or not UTF-8.",
    );
  });
}

function urlWith(context: RequestContext, query: string): string {
  const scheme = context.request.url.startsWith("https:") ? "https" : "http";
  const origin = context.app.settings.publicOrigin ?? `${scheme}://${context.target.host}`;
  return `${origin}${context.target.path}?${query}`;
}
