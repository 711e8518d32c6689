import { inject, service } from "../di.ts";
import { IDEMPOTENCY_TTL_MS } from "../idempotency/idempotency.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { WorkspaceRemoval } from "./workspace-removal.ts";

const SWEEP_MS = 600_000;
/** A staged bulk load without new lines for so long was abandoned. */
const STAGED_LINES_TTL_MS = 3_600_000;
/** How long webhook deliveries can be read and replayed. */
const DELIVERIES_TTL_MS = 7 * 86_400_000;

/** Removes expired rows, at the start and every ten minutes. */
@service()
export class Maintenance {
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(WorkspaceRemoval) private readonly removal: WorkspaceRemoval,
  ) {}

  /** `adjustClock` runs before anything is compared with the time. */
  start(adjustClock: () => Promise<void>): void {
    this.loop = this.run(adjustClock);
  }

  private async run(adjustClock: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await adjustClock();
        await this.removal.finishInterrupted();
        const now = this.clock.now();
        const { signIns, cluster, idempotency, stagedLines, webhooks, eventFeed } = this.store;
        await signIns?.sweep(now);
        await cluster?.counters.sweep(now);
        await idempotency.sweep((await this.store.now()) - IDEMPOTENCY_TTL_MS);
        await stagedLines?.sweep(now - STAGED_LINES_TTL_MS);
        await webhooks?.deliveries.sweep(now - DELIVERIES_TTL_MS);
        await eventFeed?.sweep();
      } catch (error) {
        this.logger.error({ error }, "expired records could not be removed");
      }
      await this.clock.sleep(SWEEP_MS, this.stopping.signal);
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }
}
