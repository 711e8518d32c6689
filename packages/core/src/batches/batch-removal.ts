import { inject, service } from "../di.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { batchesOf } from "./batch-access.ts";

/** Items that one transaction removes. */
const SLICE = 500;

/** Removes batches in small steps. */
@service()
export class BatchRemoval {
  constructor(@inject(STORE) private readonly store: Store) {}

  async remove(tenant: string, id: string): Promise<void> {
    const batches = batchesOf(this.store);
    while ((await batches.items.remove(tenant, id, SLICE)) === SLICE);
    await batches.delete(tenant, id);
  }
}
