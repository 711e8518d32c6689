import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { LimitsApi } from "./limits-api.ts";
import { createLimiter, type Limiter } from "./limiter.ts";
import type { RateLimitName, RateLimitState } from "../domain/limits/rate-limit.ts";

/** Counts the requests of each principal against the host's limits. */
@service()
export class LimitsService implements LimitsApi {
  private readonly limiters: Readonly<Record<RateLimitName, Limiter | null>>;

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) clock: Clock,
    @inject(SETTINGS) settings: ServiceSettings,
  ) {
    const limiterOf = (name: RateLimitName) => {
      const rate = settings.rateLimits[name];
      return rate === null ? null : createLimiter({ store, clock }, name, rate);
    };
    this.limiters = { writes: limiterOf("writes"), turns: limiterOf("turns") };
  }

  async take(principal: Principal, name: RateLimitName): Promise<RateLimitState | null> {
    const limiter = this.limiters[name];
    if (limiter === null) return null;
    const { allowed, remaining, resetSeconds } = await limiter.take(principal.tenant, principal.id);
    return { name, ...limiter.rate, allowed, remaining, resetSeconds };
  }
}
