import { inject, service } from "../di.ts";
import { IDEMPOTENCY_TTL_MS } from "../idempotency/idempotency.ts";
import { repeat } from "../instance/repeat.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { CopyKeeper } from "../portable/copy-keeper.ts";
import { SnapshotRetention } from "../snapshots/workspace/snapshot-retention.ts";
import { WorkspaceRemoval } from "../workspaces/workspace-removal.ts";
import { SessionExpiry } from "./session-expiry.ts";

const SWEEP_MS = 600_000;
const EXPIRY_MS = 3_600_000;
/** A staged bulk load without new lines for so long was abandoned. */
const STAGED_LINES_TTL_MS = 3_600_000;
/** How long webhook deliveries can be read and replayed. */
const DELIVERIES_TTL_MS = 7 * 86_400_000;

/** Removes what has expired: rows at the start and every ten minutes, sessions at the start and every hour. */
@service()
export class Maintenance {
  private readonly stopping = new AbortController();
  private loops: Promise<unknown> = Promise.resolve();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(WorkspaceRemoval) private readonly removal: Pick<WorkspaceRemoval, "finishInterrupted">,
    @inject(SessionExpiry) private readonly sessions: Pick<SessionExpiry, "run">,
    @inject(SnapshotRetention) private readonly snapshots: Pick<SnapshotRetention, "run" | "settled">,
    @inject(CopyKeeper) private readonly copies: Pick<CopyKeeper, "sweep">,
  ) {}

  /** `adjustClock` runs before anything is compared with the time. */
  start(adjustClock: () => Promise<void>): void {
    const { signal } = this.stopping;
    const swept = this.sweep(adjustClock);
    this.loops = Promise.all([
      swept.then(() => repeat(this.clock, SWEEP_MS, signal, () => this.sweep(adjustClock))),
      // Apart from the sweeps: many sessions may take long.
      swept.then(() => this.expire()).then(() => repeat(this.clock, EXPIRY_MS, signal, () => this.expire())),
    ]);
  }

  private async sweep(adjustClock: () => Promise<void>): Promise<void> {
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
  }

  private async expire(): Promise<void> {
    const { signal } = this.stopping;
    try {
      await this.sessions.run(signal);
      await this.snapshots.run(signal);
      await this.copies.sweep(signal);
      await this.store.shrink?.(signal);
    } catch (error) {
      this.logger.error({ error }, "expired sessions could not be removed");
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loops;
    await this.snapshots.settled();
  }
}
