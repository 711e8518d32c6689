import type { BatchItemState } from "../domain/batches/batch-item.ts";
import { dueNow } from "../instance/due-loop.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { batchesOf } from "./batch-access.ts";

/** An item that is begun but has no turn after so long is begun again: its process is gone, or its failure may pass. */
export const BEGIN_MS = 15_000;
const RENEW_MS = BEGIN_MS / 3;

interface RenewalPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps an item from being begun again while this process begins it: the files of its workspace may take long. */
export async function whileBeginning(
  ports: RenewalPorts,
  item: BatchItemState,
  work: () => Promise<void>,
): Promise<void> {
  const done = new AbortController();
  const renewing = renewUntil(done.signal, ports, item);
  try {
    await work();
  } finally {
    done.abort();
    await renewing;
  }
}

async function renewUntil(
  done: AbortSignal,
  { store, clock, logger }: RenewalPorts,
  { tenant, batch_id, position }: BatchItemState,
): Promise<void> {
  for (;;) {
    await clock.sleep(RENEW_MS, done);
    if (done.aborted) return;
    try {
      const retry_at = (await dueNow(store, clock)) + BEGIN_MS;
      await store.transaction(async (repositories) => {
        const { items } = batchesOf(repositories);
        const item = await items.get(tenant, batch_id, position);
        if (item?.status === "running" && item.turn_id === null) await items.save({ ...item, retry_at });
      });
    } catch (error) {
      logger.warn({ error, batch_id, position }, "an item of a batch may be begun twice");
    }
  }
}
