import { DomainError } from "@workspace-agent/core";
import type { Answer } from "./answer/answer.ts";
import { authorize } from "./credentials/authorize.ts";
import { identify } from "./credentials/identify.ts";
import { countRequest } from "./limits/count-request.ts";
import { limitOf } from "./limits/limit-of.ts";
import type { Call } from "./request/call.ts";
import { decodePercent } from "./request/percent.ts";
import { parseQuery } from "./request/raw-query.ts";
import type { Route } from "./route.ts";

type Params = Readonly<Record<string, string>>;

/** A request whose route was found, through its credential, scope, workspace and rate limit. `encoded`: its parameters. */
export async function serveRoute(route: Route, encoded: Params, call: Call): Promise<Answer> {
  const principal = route.access === "public" ? null : await identify(call);
  const params = decodeParams(encoded);
  if (principal !== null && route.access !== "public") {
    const isOfWorkspace = route.path.startsWith("/api/workspaces/:id");
    authorize(principal, route.access, isOfWorkspace ? (params["id"] ?? null) : null);
    await countRequest(call, principal, limitOf(route));
  }
  const query = parseQuery(call.target.query, (right) => urlWith(call, right));
  return await route.run(call, principal, params, query);
}

function decodeParams(encoded: Params): Params {
  return Object.fromEntries(
    Object.entries(encoded).map(([name, text]) => {
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
