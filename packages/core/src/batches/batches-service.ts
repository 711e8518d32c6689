import { inject, service } from "../di.ts";
import type { BatchResult } from "../domain/batches/batch-item.ts";
import type { Batch, BatchHead } from "../domain/batches/batch.ts";
import { newestPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { LiveFeed } from "../sessions/live-feed.ts";
import { NoticeWait } from "../sessions/notice-wait.ts";
import { batchesOf, findBatch, seenBy } from "./batch-access.ts";
import type { GivenItems } from "./batch-lines.ts";
import { BatchCreation } from "./batch-creation.ts";
import { BatchRunner } from "./batch-runner.ts";
import { hasBatchEnded, toBatch, toBatchResults } from "./batch-views.ts";
import type { BatchesApi, BatchResultsOptions, BatchWait } from "./batches-api.ts";

/** Results that one query reads. */
const RESULTS = 200;
/** How often the store is read without a notice: other instances send none about batches. */
const POLL_MS = 1_000;

/** Batches of tasks and their results. */
@service()
export class BatchesService implements BatchesApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(BatchCreation) private readonly creation: BatchCreation,
    @inject(BatchRunner) private readonly runner: BatchRunner,
  ) {}

  async list(principal: Principal, query: PageRequest): Promise<Page<Batch>> {
    const { items, next } = await newestPage(query, (page) =>
      batchesOf(this.store).list(principal.tenant, { ...seenBy(principal), ...page }),
    );
    return { items: items.map(toBatch), next };
  }

  async create(
    principal: Principal,
    head: BatchHead,
    items: GivenItems,
    options?: CreateOptions,
  ): Promise<Batch> {
    const batch = await this.creation.create(principal, head, items, options);
    this.runner.wake();
    return batch;
  }

  async get(principal: Principal, id: string, { seconds = 0, signal }: BatchWait): Promise<Batch> {
    using changes = new NoticeWait(this.feed, this.clock, id, signal);
    const end = this.clock.monotonic() + seconds * 1_000;
    for (;;) {
      const record = await findBatch(this.store, principal, id);
      const left = end - this.clock.monotonic();
      if (hasBatchEnded(record) || left <= 0) return toBatch(record);
      if (!(await changes.next(Math.min(left, POLL_MS)))) return toBatch(record);
    }
  }

  async cancel(principal: Principal, id: string): Promise<Batch> {
    const { batch } = await this.runner.cancel((repositories) => findBatch(repositories, principal, id));
    return toBatch(batch);
  }

  async results(
    principal: Principal,
    id: string,
    options: BatchResultsOptions,
  ): Promise<AsyncIterable<readonly BatchResult[]>> {
    await findBatch(this.store, principal, id);
    return this.resultsOf(principal, id, options);
  }

  private async *resultsOf(
    principal: Principal,
    id: string,
    { follow = false, signal }: BatchResultsOptions,
  ): AsyncGenerator<readonly BatchResult[], void> {
    using changes = new NoticeWait(this.feed, this.clock, id, signal);
    const { items } = batchesOf(this.store);
    for (let after = 0; ;) {
      // Read before its items, so that none ends unseen between the two.
      const batch = await findBatch(this.store, principal, id);
      const ended = await items.ended(principal.tenant, id, { after, limit: RESULTS });
      after = ended.at(-1)?.ended ?? after;
      if (ended.length > 0) yield ended.flatMap(toBatchResults);
      else if (!follow || hasBatchEnded(batch) || !(await changes.next(POLL_MS))) return;
    }
  }
}
