import type { Store } from "../ports/store.ts";
import { batchesOf } from "./batch-access.ts";

/** Items that one transaction removes. */
const SLICE = 500;

/** Removes a batch in small steps. */
export async function removeBatch(store: Store, tenant: string, id: string): Promise<void> {
  const batches = batchesOf(store);
  while ((await batches.items.remove(tenant, id, SLICE)) === SLICE);
  await batches.delete(tenant, id);
}
