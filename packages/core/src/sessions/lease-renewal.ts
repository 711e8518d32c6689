import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { SessionRun } from "./session-run.ts";

export interface RenewalPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type LeasedRun = Pick<SessionRun, "lease" | "isReleased" | "renewed" | "stop">;

/** Renews the leases of runs, and stops the runs that lost theirs. */
export class LeaseRenewal {
  /** Runs whose renewal is under way. */
  private readonly asked = new Set<LeasedRun>();
  private readonly asking = new Set<Promise<void>>();

  constructor(
    private readonly ports: RenewalPorts,
    private readonly owner: string,
    private readonly leaseMs: number,
  ) {}

  /** Does not wait: a row that somebody keeps locked must not delay the next round. */
  begin(runs: readonly LeasedRun[]): void {
    const free = runs.filter((run) => !this.asked.has(run));
    if (free.length === 0) return;
    const asking = this.ask(free).finally(() => this.asking.delete(asking));
    this.asking.add(asking);
  }

  /** Resolves once no renewal is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.asking);
  }

  /** With several leases, the store skips locked rows: leases that were not renewed are tried again alone. */
  private async ask(runs: readonly LeasedRun[]): Promise<void> {
    const askedAt = this.ports.clock.monotonic();
    for (const run of runs) this.asked.add(run);
    const held = await this.renew(runs);
    for (const run of runs) {
      this.asked.delete(run);
      if (held?.has(run.lease.session_id) === true) run.renewed(askedAt);
    }
    if (held === null) return;
    const others = runs.filter((run) => !held.has(run.lease.session_id) && !run.isReleased);
    if (runs.length > 1) await Promise.all(others.map((run) => this.ask([run])));
    else for (const run of others) run.stop("lease_lost");
  }

  /** Null where the store failed: the runs continue until their leases may have run out. */
  private async renew(runs: readonly LeasedRun[]): Promise<ReadonlySet<string> | null> {
    const leases = runs.map(({ lease }) => lease);
    try {
      return new Set(await this.ports.store.sessions.renew(this.owner, leases, this.leaseMs));
    } catch (error) {
      const session_ids = leases.map(({ session_id }) => session_id);
      this.ports.logger.error({ error, session_ids }, "leases could not be renewed");
      return null;
    }
  }
}
