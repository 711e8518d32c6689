import type { RateLimitName } from "@workspace-agent/core";
import type { RouteDocumentation } from "../route.ts";

/** The limit that a route's requests count against: what changes something, unless the route names another. Reading is not counted. */
export function limitOf({
  access,
  method,
  rateLimit,
}: Pick<RouteDocumentation, "access" | "method" | "rateLimit">): RateLimitName | null {
  if (access === "public") return null;
  if (rateLimit !== undefined) return rateLimit;
  return method === "GET" ? null : "writes";
}
