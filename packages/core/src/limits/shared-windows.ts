import type { Clock } from "../ports/clock.ts";
import type { CounterRepository } from "../ports/cluster-store.ts";
import type { RateLimit } from "../domain/limits/rate-limit.ts";
import { MAX_KEYS, windowKey, type WindowCount, type Windows } from "./windows.ts";

/** Counts that all instances of a store share. What is known to be over its limit is counted here alone for the rest of its window. */
export class SharedWindows implements Windows {
  private readonly spent = new Map<string, { count: number; readonly end: number }>();

  constructor(
    private readonly counters: CounterRepository,
    private readonly clock: Clock,
    private readonly name: string,
    readonly rate: RateLimit,
  ) {}

  async add(tenant: string, key: string, amount: number): Promise<WindowCount> {
    const id = windowKey(tenant, key);
    const spent = this.spent.get(id);
    const msSpent = spent === undefined ? 0 : spent.end - this.clock.monotonic();
    if (amount > 0 && spent !== undefined && msSpent > 0) {
      spent.count += amount;
      return { count: spent.count, msLeft: msSpent };
    }
    this.spent.delete(id);
    const now = this.clock.now();
    const ms = this.rate.windowSeconds * 1000;
    const { count, resetsAt } = await this.counters.add(tenant, `${this.name}:${key}`, amount, { ms, now });
    // Another instance's clock may be ahead: no window is longer than its length.
    const msLeft = Math.min(Math.max(resetsAt - now, 0), ms);
    if (count > this.rate.limit) this.remember(id, count, msLeft);
    return { count, msLeft };
  }

  private remember(id: string, count: number, msLeft: number): void {
    const oldest = this.spent.keys().next();
    if (this.spent.size >= MAX_KEYS && oldest.done !== true) this.spent.delete(oldest.value);
    this.spent.set(id, { count, end: this.clock.monotonic() + msLeft });
  }
}
