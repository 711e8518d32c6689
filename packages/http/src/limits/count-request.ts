import { DomainError, type Principal, type RateLimitName, type RateLimitState } from "@workspace-agent/core";
import type { RequestContext } from "../request/request-context.ts";

/** Counts a request against a limit (null: none), adds the rate limit headers to the answer, and throws `rate_limited` beyond it. */
export async function countRequest(
  context: RequestContext,
  principal: Principal,
  name: RateLimitName | null,
): Promise<void> {
  if (name === null) return;
  const state = await context.app.service.limits.take(principal, name);
  if (state === null) return;
  context.announce(rateLimitHeaders(state));
  if (state.allowed) return;
  throw new DomainError(
    "rate_limited",
    `At most ${state.limit} requests of the kind \`${name}\` in ${state.windowSeconds} seconds.`,
    { retryAfter: Math.max(1, state.resetSeconds) },
  );
}

/** Format of draft-ietf-httpapi-ratelimit-headers. */
function rateLimitHeaders(state: RateLimitState): Readonly<Record<string, string>> {
  return {
    ratelimit: `"${state.name}";r=${state.remaining};t=${state.resetSeconds}`,
    "ratelimit-policy": `"${state.name}";q=${state.limit};w=${state.windowSeconds}`,
  };
}
