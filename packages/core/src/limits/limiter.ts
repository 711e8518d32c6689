import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { LocalWindows } from "./local-windows.ts";
import type { RateLimit } from "../domain/limits/rate-limit.ts";
import { SharedWindows } from "./shared-windows.ts";
import type { Windows } from "./windows.ts";

export interface Taken {
  readonly allowed: boolean;
  /** How many were counted in this window, this one among them. */
  readonly count: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** One limit: it counts what is tried, also what it then refuses. */
export class Limiter {
  constructor(private readonly windows: Windows) {}

  get rate(): RateLimit {
    return this.windows.rate;
  }

  async take(tenant: string, key: string): Promise<Taken> {
    const { limit } = this.rate;
    const { count, msLeft } = await this.windows.add(tenant, key, 1);
    return {
      allowed: count <= limit,
      count,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.ceil(msLeft / 1000),
    };
  }

  /** Takes back what was counted; in a window that started again meanwhile, nothing. */
  async giveBack(tenant: string, key: string, count: number): Promise<void> {
    const after = await this.windows.add(tenant, key, -count);
    if (after.count < 0) await this.windows.add(tenant, key, -after.count);
  }
}

/** A limit that holds across all instances of the store. `name` keeps its counts apart from those of others. */
export function createLimiter(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  name: string,
  rate: RateLimit,
): Limiter {
  return new Limiter(
    store.cluster === undefined
      ? new LocalWindows(clock, rate)
      : new SharedWindows(store.cluster.counters, clock, name, rate),
  );
}
