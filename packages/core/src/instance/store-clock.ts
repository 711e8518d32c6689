import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";

/** Clocks of hosts differ by so much anyway, and a query takes a while. */
const TOLERATED_MS = 1_000;

/** The clock of a service: its wall time is the store's where that has one, so that instances agree whatever their hosts' clocks say. */
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

  /** Compares the two. What the store throws is the caller's to handle. */
  async adjust(store: Store): Promise<void> {
    if (store.now === undefined) return;
    const asked = this.host.now();
    const there = await store.now();
    const here = (asked + this.host.now()) / 2;
    this.offsetMs = Math.abs(there - here) > TOLERATED_MS ? Math.round(there - here) : 0;
  }
}
