import type { BatchItemState } from "../domain/batches/batch-item.ts";
import { dueNow } from "../instance/due-loop.ts";
import { whileRepeating } from "../instance/repeat.ts";
import type { RenewalPorts } from "../sessions/lease-renewal.ts";
import { batchesOf } from "./batch-access.ts";

/** An item that is begun but has no turn after so long is begun again: its process is gone, or its failure may pass. */
export const BEGIN_MS = 15_000;
const RENEW_MS = BEGIN_MS / 3;

/** Keeps an item from being begun again while this process begins it: the files of its workspace may take long. */
export async function whileBeginning(
  { store, clock, logger }: RenewalPorts,
  { tenant, batch_id, position }: BatchItemState,
  work: () => Promise<void>,
): Promise<void> {
  const renew = async () => {
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
  };
  await whileRepeating(clock, RENEW_MS, renew, work);
}
