import type { RateLimitName, RateLimitState } from "../domain/limits/rate-limit.ts";
import type { Principal } from "../domain/principals/principal.ts";

export interface LimitsApi {
  /** Counts a request of the principal; null where the host set no such limit. One that is not `allowed` is to be refused. */
  take(principal: Principal, name: RateLimitName): Promise<RateLimitState | null>;
}
