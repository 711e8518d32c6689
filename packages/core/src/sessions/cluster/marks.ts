import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import type { RemovalNotices } from "../../workspaces/removal-notices.ts";
import type { HeldRuns } from "../held-runs.ts";

export interface MarksPorts {
  readonly store: Store;
  readonly logger: Logger;
  readonly held: HeldRuns;
  readonly notices: RemovalNotices;
  /** The name by which this instance holds its sessions. */
  readonly owner: string;
}

/** Obeys what other instances want stopped of what is held here. Hints say it at once, a poll when they were lost. */
export class Marks {
  private looking: Promise<void> | null = null;

  constructor(private readonly ports: MarksPorts) {}

  /** Looks soon. Calls in the meantime are one. */
  look(): void {
    const { store, held } = this.ports;
    if (!store.capabilities.shared || held.size === 0) return;
    this.looking ??= this.obey().finally(() => (this.looking = null));
  }

  /** Ends once nothing is looked for any more. */
  async settled(): Promise<void> {
    await this.looking;
  }

  private async obey(): Promise<void> {
    const { store, held, notices, owner, logger } = this.ports;
    try {
      for (const { id, turn_id, isLeaving } of await store.sessions.marked(owner)) {
        if (isLeaving) notices.publish({ type: "deleting" });
        else if (turn_id !== null) held.get(id)?.interrupt(turn_id);
      }
    } catch (error) {
      // The marks are durable: the run sees its own in its next append.
      logger.warn({ error }, "interrupts could not be looked up");
    }
  }
}
