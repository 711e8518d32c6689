import { inject, service } from "../di.ts";
import type { BatchItemState } from "../domain/batches/batch-item.ts";
import type { BatchRecord } from "../domain/batches/batch.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { DueLoop, dueNow } from "../instance/due-loop.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Claimed } from "../ports/due-rows.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SANDBOXES, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { EventHub } from "../sessions/event-hub.ts";
import type { ServiceEvent } from "../sessions/events-api.ts";
import { removeBatch } from "./batch-removal.ts";
import { BatchWork, type WorkDone } from "./batch-work.ts";
import { batchesOf } from "./batch-access.ts";
import { whileBeginning } from "./item-renewal.ts";
import { isFinal, ItemStarter } from "./item-starter.ts";

type TurnEnded = Extract<SessionEvent, { readonly type: "turn.ended" }>;

/** Works on the batches of all tenants. It runs on every instance of a store; each step of a batch is done by one of them. */
@service()
export class BatchRunner {
  private readonly loop: DueLoop<BatchRecord, WorkDone>;
  private readonly underWay = new Set<Promise<void>>();
  private unsubscribe: () => void = () => {};

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(HostDisk) disk: HostDisk,
    @inject(EventHub) private readonly hub: EventHub,
    @inject(BatchWork) private readonly work: BatchWork,
    @inject(ItemStarter) private readonly starter: ItemStarter,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {
    this.loop = new DueLoop(
      { store, clock, logger, disk, shutdown },
      {
        names: { all: "batches", id: "batch_id", failure: "a batch could not be continued" },
        rows: batchesOf,
        work: (repositories, claimed) => work.continue(repositories, claimed),
        afterwards: (done) => this.afterwards(done),
      },
    );
  }

  start(): void {
    if (this.store.batches === undefined) return;
    this.unsubscribe = this.hub.on("turn.ended", (ended) => {
      if (ended.event.turn.source === "batch") this.follow(this.turnEnded(ended));
    });
    this.loop.start();
  }

  /** Looks for due batches now. */
  wake(): void {
    this.loop.wake();
  }

  /** After the runner has stopped. What does not begin in time begins again on another instance. */
  async stop(graceMs: number): Promise<void> {
    const over = new AbortController();
    const ended = this.loop.stop().then(() => Promise.all(this.underWay));
    await Promise.race([ended, this.clock.sleep(graceMs, over.signal)]);
    over.abort();
    this.unsubscribe();
  }

  /** Interrupts the running items of a batch, and lets no other begin. */
  async cancel(find: (repositories: Repositories) => Promise<BatchRecord>): Promise<WorkDone> {
    const now = await dueNow(this.store, this.clock);
    const done = await this.store.transaction(async (repositories) =>
      this.work.cancel(repositories, { record: await find(repositories), now }),
    );
    await this.work.announce(done);
    this.wake();
    return done;
  }

  private follow(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** Begins the items without waiting: a workspace may take long to make. */
  private async afterwards(done: WorkDone): Promise<void> {
    const { tenant, id, status } = done.batch;
    if (status === "loading") return removeBatch(this.store, tenant, id);
    await this.work.announce(done);
    for (const item of done.begun) this.follow(this.begin(done, item));
  }

  private async begin({ batch, principal }: WorkDone, item: BatchItemState): Promise<void> {
    if (principal === null || this.shutdown.hasBegun) return;
    try {
      await this.beginOrRefuse(principal, batch, item);
    } catch (error) {
      // It is begun again after a while, here or on another instance.
      this.logger.warn({ error, batch_id: batch.id, key: item.key }, "an item of a batch begins later");
    }
  }

  private async beginOrRefuse(principal: Principal, batch: BatchRecord, item: BatchItemState): Promise<void> {
    const { store, clock, logger } = this;
    try {
      await whileBeginning({ store, clock, logger }, item, () => this.starter.start(principal, batch, item));
    } catch (error) {
      if (!isFinal(error)) throw error;
      const { code, detail } = error;
      await this.continueById(batch.tenant, batch.id, (repositories, claimed) =>
        this.work.refuse(repositories, claimed, item.position, { code, detail }),
      );
      this.wake();
    }
  }

  private async turnEnded({ tenant, workspaceId, event }: ServiceEvent<TurnEnded>): Promise<void> {
    try {
      const item = await batchesOf(this.store).items.ofTurn(tenant, event.turn_id);
      if (item === null || item.status !== "running") return;
      const done = await this.continueById(tenant, item.batch_id, async (repositories, claimed) => {
        const locked = await batchesOf(repositories).items.get(tenant, item.batch_id, item.position);
        return this.work.continue(repositories, claimed, locked?.status === "running" ? locked : undefined);
      });
      // A batch in new workspaces would leave an idle sandbox for each item.
      if (done?.batch.workspace_id === null) this.sandboxes.stopIdle?.(workspaceId);
    } catch (error) {
      // The loop finds the turn's end.
      this.logger.warn({ error, turn_id: event.turn_id }, "the end of an item could not be noted");
    }
  }

  private async continueById(
    tenant: string,
    id: string,
    work: (repositories: Repositories, claimed: Claimed<BatchRecord>) => Promise<WorkDone>,
  ): Promise<WorkDone | null> {
    const now = await dueNow(this.store, this.clock);
    const done = await this.store.transaction(async (repositories) => {
      const record = await batchesOf(repositories).get(tenant, id);
      return record === null ? null : work(repositories, { record, now });
    });
    if (done !== null) await this.afterwards(done);
    return done;
  }
}
