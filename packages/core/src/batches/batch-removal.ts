import type { BatchRecord } from "../domain/batches/batch.ts";
import { ABANDONED_MS } from "../idempotency/idempotency.ts";
import type { Claimed } from "../ports/due-rows.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { batchesOf } from "./batch-access.ts";

/** Items that one transaction removes. */
const SLICE = 500;

/** Closes a `loading` batch, whose row the transaction holds: it gets no more items. It is due again in case it is not removed. */
export async function abandonBatch(
  repositories: Repositories,
  { record, now }: Claimed<BatchRecord>,
): Promise<BatchRecord> {
  const batch = { ...record, ended_at: now, due_at: now + ABANDONED_MS };
  await batchesOf(repositories).save(batch);
  return batch;
}

/** Removes a batch in small steps. */
export async function removeBatch(store: Store, tenant: string, id: string): Promise<void> {
  const batches = batchesOf(store);
  while ((await batches.items.remove(tenant, id, SLICE)) === SLICE);
  await batches.delete(tenant, id);
}
