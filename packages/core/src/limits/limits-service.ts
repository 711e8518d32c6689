import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { LimitsApi } from "./limits-api.ts";
import { createLimiter, type Limiter } from "./limiter.ts";
import type { RateLimit, RateLimitName, RateLimitState } from "../domain/limits/rate-limit.ts";

/** Counts the requests of each principal against the host's limits. */
@service()
export class LimitsService implements LimitsApi {
  private readonly limiters: ReadonlyMap<
    RateLimitName,
    { readonly rate: RateLimit; readonly limiter: Limiter }
  >;

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) clock: Clock,
    @inject(SETTINGS) settings: ServiceSettings,
  ) {
    const { writes, turns } = settings.rateLimits;
    const given = [["writes", writes] as const, ["turns", turns] as const];
    this.limiters = new Map(
      given.flatMap(([name, rate]) =>
        rate === null
          ? []
          : [[name, { rate, limiter: createLimiter({ store, clock }, name, rate) }] as const],
      ),
    );
  }

  async take(principal: Principal, name: RateLimitName): Promise<RateLimitState | null> {
    const found = this.limiters.get(name);
    if (found === undefined) return null;
    const { allowed, remaining, resetSeconds } = await found.limiter.take(principal.tenant, principal.id);
    return { name, ...found.rate, allowed, remaining, resetSeconds };
  }
}
