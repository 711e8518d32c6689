import type { Clock } from "../ports/clock.ts";

const WINDOW_MS = 60_000;
const MAX_ATTEMPTS = 10;
/** Clients that are remembered; beyond it the oldest are forgotten. */
const MAX_CLIENTS = 10_000;

/** Counts failed attempts of each client in this process: at most 10 a minute. */
export class AttemptLimiter {
  private readonly failures = new Map<string, { count: number; since: number }>();

  constructor(private readonly clock: Clock) {}

  /** Seconds to wait, or null when an attempt is allowed now. */
  blockedFor(client: string): number | null {
    const entry = this.failures.get(client);
    if (entry === undefined) return null;
    const left = entry.since + WINDOW_MS - this.clock.monotonic();
    if (left <= 0) {
      this.failures.delete(client);
      return null;
    }
    return entry.count >= MAX_ATTEMPTS ? Math.ceil(left / 1000) : null;
  }

  /** Counts an attempt before it is checked, so that attempts at once are limited too. */
  begin(client: string): void {
    const entry = this.failures.get(client);
    if (entry !== undefined) entry.count += 1;
    else {
      const oldest = this.failures.keys().next();
      if (this.failures.size >= MAX_CLIENTS && oldest.done !== true) this.failures.delete(oldest.value);
      this.failures.set(client, { count: 1, since: this.clock.monotonic() });
    }
  }

  succeeded(client: string): void {
    this.failures.delete(client);
  }
}
