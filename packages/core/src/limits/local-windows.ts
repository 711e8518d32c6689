import type { Clock } from "../ports/clock.ts";
import type { RateLimit } from "../domain/limits/rate-limit.ts";
import { MAX_KEYS, windowKey, type WindowCount, type Windows } from "./windows.ts";

/** Counts in this process, for a service that is alone with its store. */
export class LocalWindows implements Windows {
  /** All windows are of one length, so the first is the first to end. */
  private readonly counts = new Map<string, { count: number; readonly end: number }>();

  constructor(
    private readonly clock: Clock,
    readonly rate: RateLimit,
  ) {}

  add(tenant: string, key: string, amount: number): Promise<WindowCount> {
    const now = this.clock.monotonic();
    const id = windowKey(tenant, key);
    const known = this.counts.get(id);
    if (known !== undefined && known.end > now) {
      known.count += amount;
      return Promise.resolve({ count: known.count, msLeft: known.end - now });
    }
    const ms = this.rate.windowSeconds * 1000;
    this.counts.delete(id);
    this.evict(now);
    this.counts.set(id, { count: amount, end: now + ms });
    return Promise.resolve({ count: amount, msLeft: ms });
  }

  private evict(now: number): void {
    for (const [id, { end }] of this.counts) {
      if (end > now && this.counts.size < MAX_KEYS) return;
      this.counts.delete(id);
    }
  }
}
