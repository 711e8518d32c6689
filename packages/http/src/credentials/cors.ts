import { empty, type Answer } from "../answer/answer.ts";
import { GENERAL_HEADERS, REQUEST_HEADERS, RESPONSE_HEADERS } from "../headers/known-headers.ts";
import type { Settings } from "../options/settings.ts";

/** All documented headers except cookies, which scripts cannot read. */
const EXPOSED = [...Object.keys(RESPONSE_HEADERS), ...Object.keys(GENERAL_HEADERS)]
  .filter((name) => name !== "Set-Cookie")
  .join(", ");
const ALLOWED = [
  ...["Accept", "Authorization", "Content-Type", "Traceparent", "Tracestate", "X-Request-Id"],
  ...["Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version"],
  ...Object.keys(REQUEST_HEADERS),
].join(", ");

/** CORS headers for configured origins. Cookies are never allowed. */
export function corsHeaders(
  origin: string | null,
  settings: Pick<Settings, "corsOrigins">,
): Readonly<Record<string, string>> {
  if (settings.corsOrigins.size === 0) return {};
  if (origin === null || !settings.corsOrigins.has(origin)) return { vary: "origin" };
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED,
    vary: "origin",
  };
}

/** The answer to a preflight request of a configured origin, otherwise null. */
export function preflight(request: Request, settings: Pick<Settings, "corsOrigins">): Answer | null {
  const origin = request.headers.get("origin");
  const asks = request.method === "OPTIONS" && request.headers.get("access-control-request-method") !== null;
  if (!asks || origin === null || !settings.corsOrigins.has(origin)) return null;
  return empty(204, {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": ALLOWED,
    "access-control-max-age": "7200",
  });
}
