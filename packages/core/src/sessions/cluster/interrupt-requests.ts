import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import type { RemovalNotices } from "../../workspaces/removal-notices.ts";
import type { ActiveRuns } from "../active-runs.ts";

export interface InterruptRequestsPorts {
  readonly store: Store;
  readonly logger: Logger;
  readonly active: ActiveRuns;
  readonly notices: RemovalNotices;
  /** The owner of this instance's leases. */
  readonly owner: string;
}

/** Stops active runs whose interrupt peer instances requested. Hints announce requests; a poll finds those whose hints were lost. */
export class InterruptRequests {
  private reading: Promise<void> | null = null;

  constructor(private readonly ports: InterruptRequestsPorts) {}

  /** Reads the requests soon. Calls in the meantime are merged. */
  look(): void {
    const { store, active } = this.ports;
    if (!store.capabilities.shared || active.size === 0) return;
    this.reading ??= this.read().finally(() => (this.reading = null));
  }

  /** Resolves once no read is under way. */
  async settled(): Promise<void> {
    await this.reading;
  }

  private async read(): Promise<void> {
    const { store, active, notices, owner, logger } = this.ports;
    try {
      for (const { id, turn_id, isLeaving } of await store.sessions.marked(owner)) {
        if (isLeaving) notices.publish({ type: "deleting" });
        else if (turn_id !== null) active.get(id)?.interrupt(turn_id);
      }
    } catch (error) {
      // Requests are durable: the run reads its own with its next append.
      logger.warn({ error }, "interrupt requests could not be read");
    }
  }
}
