import { inject, service } from "../../di.ts";
import { InstanceRegistry } from "../../instance/instance-registry.ts";
import { LOGGER, STORE } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { MergedCalls } from "../../runtime/merged-calls.ts";
import { RemovalNotices } from "../../workspaces/removal-notices.ts";
import { ActiveRuns } from "../active-runs.ts";

/** Stops active runs whose interrupt peer instances requested. Hints announce requests; a poll finds those whose hints were lost. */
@service()
export class InterruptRequests {
  private readonly reads = new MergedCalls(() => this.obey());

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(ActiveRuns) private readonly active: ActiveRuns,
    @inject(RemovalNotices) private readonly notices: RemovalNotices,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads the requests soon. */
  read(): void {
    if (this.store.cluster !== undefined && this.active.size > 0) this.reads.call();
  }

  settled(): Promise<void> {
    return this.reads.settled();
  }

  private async obey(): Promise<void> {
    try {
      const found = (await this.store.cluster?.interruptRequests(this.instances.id)) ?? [];
      for (const { id, turn_id, isWorkspaceDeleting } of found) {
        if (isWorkspaceDeleting) this.notices.publish({ type: "deleting" });
        else if (turn_id !== null) this.active.get(id)?.interrupt(turn_id);
      }
    } catch (error) {
      // Requests are durable: the run reads its own with its next append.
      this.logger.warn({ error }, "interrupt requests could not be read");
    }
  }
}
