import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";

/** A smaller difference is ignored: the query itself takes time. */
const TOLERATED_MS = 1_000;

/** The clock of a service. Its wall time is the store's where the store has one, so that instances agree. */
export class StoreClock implements Clock {
  private offsetMs = 0;

  constructor(private readonly host: Clock) {}

  now(): number {
    return this.host.now() + this.offsetMs;
  }

  monotonic(): number {
    return this.host.monotonic();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.host.sleep(ms, signal);
  }

  /** Reads the store's time and computes the offset. Throws what the store throws. */
  async adjust(store: Store): Promise<void> {
    if (store.cluster === undefined) return;
    const asked = this.host.now();
    const there = await store.now();
    const here = (asked + this.host.now()) / 2;
    this.offsetMs = Math.abs(there - here) > TOLERATED_MS ? Math.round(there - here) : 0;
  }
}
