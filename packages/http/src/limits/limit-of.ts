import type { RateLimitName } from "@workspace-agent/core";
import type { RouteDocumentation } from "../route.ts";

/** The rate limit of a route: the one it names, otherwise `writes` for changes. Reads are not counted. */
export function limitOf({
  access,
  method,
  rateLimit,
}: Pick<RouteDocumentation, "access" | "method" | "rateLimit">): RateLimitName | null {
  if (access === "public") return null;
  if (rateLimit !== undefined) return rateLimit;
  return method === "GET" ? null : "writes";
}
