import { principalOf } from "../access/run-as.ts";
import { inject, service } from "../di.ts";
import type { BatchItemState } from "../domain/batches/batch-item.ts";
import { MAX_CONCURRENCY, type BatchRecord, type BatchStopReason } from "../domain/batches/batch.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { TurnError } from "../domain/sessions/turn.ts";
import { toTimestamp } from "../domain/wire.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Claimed } from "../ports/due-rows.ts";
import type { Repositories } from "../ports/store.ts";
import { Interrupter, type InterruptRequest } from "../sessions/interrupter.ts";
import { LiveFeed } from "../sessions/live-feed.ts";
import { WebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { batchesOf } from "./batch-access.ts";
import { abandonBatch } from "./batch-removal.ts";
import { hasBatchEnded, toBatch } from "./batch-views.ts";
import { endItem, endWithout, notBegun, settleItem } from "./item-ends.ts";
import { BEGIN_MS } from "./item-renewal.ts";
import { isUsedUp } from "./item-turn.ts";

/** How often all running items of a batch are looked at, since events of their ends may be lost. */
const POLL_MS = 5_000;
/** Items that one transaction begins, or ends because they do not begin. */
const MAX_BEGUN = 16;
const MAX_DROPPED = 200;
/** Ten minutes. */
const MAX_ATTEMPTS = 40;
const NEVER_BEGAN = { code: "overloaded", detail: "The item could not be begun for ten minutes." };

/** What a transaction did, to continue after its commit. */
export interface WorkDone {
  readonly batch: BatchRecord;
  /** To begin now, as this principal. */
  readonly begun: readonly BatchItemState[];
  readonly principal: Principal | null;
  readonly interrupts: readonly InterruptRequest[];
  readonly hasDeliveries: boolean;
}

/** Continues a batch in a transaction that holds its row: notes ends, begins items, and ends the batch. */
@service()
export class BatchWork {
  constructor(
    @inject(Interrupter) private readonly interrupter: Interrupter,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  /** `ended`: a locked item whose turn has ended; without it, all running items are looked at. */
  async continue(
    repositories: Repositories,
    claimed: Claimed<BatchRecord>,
    ended?: BatchItemState,
  ): Promise<WorkDone> {
    const { record, now } = claimed;
    // Its items stopped arriving, because their process is gone. The instance that claimed it removes it.
    if (record.status === "loading") return this.nothing(await abandonBatch(repositories, claimed));
    if (hasBatchEnded(record)) return this.nothing(record);
    if (ended === undefined)
      return this.advance(repositories, claimed, await this.running(repositories, record), now + POLL_MS);
    // The other items are looked at when they would have been.
    const lookAt = Math.min(record.due_at ?? now, now + POLL_MS);
    return this.advance(repositories, claimed, [ended], lookAt);
  }

  /** Stops the batch: its running turns are interrupted. */
  async cancel(repositories: Repositories, { record, now }: Claimed<BatchRecord>): Promise<WorkDone> {
    if (hasBatchEnded(record)) return this.nothing(record);
    const running = await this.running(repositories, record);
    const cancelled: BatchRecord = { ...record, stop_reason: "cancelled" };
    const done = await this.advance(repositories, { record: cancelled, now }, running, now + POLL_MS);
    return { ...done, interrupts: await this.interrupter.requestAll(repositories, running) };
  }

  /** Ends an item that could not begin. The batch is due at once. */
  async refuse(
    repositories: Repositories,
    { record, now }: Claimed<BatchRecord>,
    position: number,
    error: TurnError,
  ): Promise<WorkDone> {
    const item = await batchesOf(repositories).items.get(record.tenant, record.id, position);
    if (item === null || item.status !== "running" || item.turn_id !== null) return this.nothing(record);
    const batch = await endItem(repositories, record, item, endWithout("failed", error));
    const due = { ...batch, due_at: now };
    await batchesOf(repositories).save(due);
    return this.nothing(due);
  }

  /** Call after the commit, before the items are begun. */
  async announce({ batch, interrupts, hasDeliveries }: WorkDone): Promise<void> {
    if (hasDeliveries) this.outbox.announce();
    this.feed.publish(batch.id, { type: "remote" });
    for (const interrupt of interrupts) await this.interrupter.announce(interrupt);
  }

  private nothing(batch: BatchRecord): WorkDone {
    return { batch, begun: [], principal: null, interrupts: [], hasDeliveries: false };
  }

  /** The running items. Those without a turn are locked, since they may be getting one. */
  private async running(
    repositories: Repositories,
    { tenant, id }: BatchRecord,
  ): Promise<readonly BatchItemState[]> {
    const { items } = batchesOf(repositories);
    const running: BatchItemState[] = [];
    for (const item of await items.list(tenant, id, { status: "running", limit: MAX_CONCURRENCY })) {
      const state = item.turn_id === null ? await items.get(tenant, id, item.position) : item;
      if (state !== null) running.push(state);
    }
    return running;
  }

  private async advance(
    repositories: Repositories,
    { record, now }: Claimed<BatchRecord>,
    running: readonly BatchItemState[],
    lookAt: number,
  ): Promise<WorkDone> {
    let batch = record;
    for (const item of running)
      if (item.turn_id !== null) batch = await settleItem(repositories, batch, item);
    const waiting = running.filter(({ turn_id }) => turn_id === null);
    const principal = await principalOf(repositories, batch, now);
    if (batch.counts.queued + waiting.length > 0)
      batch = { ...batch, stop_reason: batch.stop_reason ?? stopReason(batch, principal) };
    if (batch.stop_reason !== null) {
      batch = await this.drop(repositories, batch, waiting);
      return this.finish(repositories, batch, now, lookAt);
    }
    const late = waiting.filter(({ retry_at }) => (retry_at ?? 0) <= now);
    for (const item of late.filter(({ attempts }) => attempts >= MAX_ATTEMPTS))
      batch = await endItem(repositories, batch, item, endWithout("failed", NEVER_BEGAN));
    const reserved = await this.reserve(repositories, batch);
    const begun = [...late.filter(({ attempts }) => attempts < MAX_ATTEMPTS), ...reserved].map(
      (item): BatchItemState => ({
        ...item,
        status: "running",
        attempts: item.attempts + 1,
        retry_at: now + BEGIN_MS,
      }),
    );
    for (const item of begun) await batchesOf(repositories).items.save(item);
    const done = await this.finish(repositories, withBegun(batch, reserved.length), now, lookAt);
    return { ...done, begun, principal };
  }

  private async reserve(
    repositories: Repositories,
    { tenant, id, counts, concurrency }: BatchRecord,
  ): Promise<readonly BatchItemState[]> {
    const limit = Math.min(concurrency - counts.running, counts.queued, MAX_BEGUN);
    // An instance that stops would not begin them.
    if (limit <= 0 || this.shutdown.hasBegun) return [];
    return batchesOf(repositories).items.list(tenant, id, { status: "queued", limit });
  }

  /** Ends items that have not begun, as many as one transaction should. */
  private async drop(
    repositories: Repositories,
    record: BatchRecord,
    waiting: readonly BatchItemState[],
  ): Promise<BatchRecord> {
    const { items } = batchesOf(repositories);
    const listed = { status: "queued", limit: MAX_DROPPED } as const;
    const queued = record.counts.queued === 0 ? [] : await items.list(record.tenant, record.id, listed);
    let batch = record;
    for (const item of [...waiting, ...queued])
      batch = await endItem(repositories, batch, item, notBegun(batch));
    return batch;
  }

  /** Stores the batch with its status and the time at which it is looked at next. */
  private async finish(
    repositories: Repositories,
    record: BatchRecord,
    now: number,
    lookAt: number,
  ): Promise<WorkDone> {
    const { counts, concurrency, stop_reason } = record;
    if (counts.queued > 0 || counts.running > 0) {
      const isFree = stop_reason !== null || counts.running < concurrency;
      const batch: BatchRecord = {
        ...record,
        status: "running",
        due_at: counts.queued > 0 && isFree ? now : lookAt,
      };
      await batchesOf(repositories).save(batch);
      return this.nothing(batch);
    }
    const status = stop_reason === "cancelled" ? "cancelled" : "completed";
    const ended: BatchRecord = { ...record, status, ended_at: now, due_at: null };
    await batchesOf(repositories).save(ended);
    const { defaults: _, ...batch } = toBatch(ended);
    const message = {
      type: "batch.ended" as const,
      timestamp: toTimestamp(now),
      data: { workspace_id: ended.workspace_id, batch },
    };
    const hasDeliveries = await this.outbox.addMessages(repositories, ended.tenant, [message]);
    return { ...this.nothing(ended), hasDeliveries };
  }
}

function stopReason(batch: BatchRecord, principal: Principal | null): BatchStopReason | null {
  const { counts, stop_after_failures } = batch;
  if (principal === null) return "principal";
  if (isUsedUp(batch)) return "budget_reached";
  return stop_after_failures !== null && counts.failed >= stop_after_failures ? "failures" : null;
}

function withBegun(batch: BatchRecord, begun: number): BatchRecord {
  const { counts } = batch;
  return { ...batch, counts: { ...counts, queued: counts.queued - begun, running: counts.running + begun } };
}
