import { memoryStore } from "../../memory/index.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";

export interface TestStoreOptions {
  /** What leases are measured by. Default: what the store measures them by. */
  readonly clock?: Clock;
}

let make: (options: TestStoreOptions) => Store = memoryStore;
let calls = new Set<object>();

/** The store that tests of services run on, empty: in memory, unless the set-up of the tests chose another. */
export function testStore(options: TestStoreOptions = {}): Store {
  return make(options);
}

/** Chooses it, for the tests that come after in this process. Calls of stores that tests before left open count no more. */
export function useTestStore(makeStore: (options: TestStoreOptions) => Store): void {
  make = makeStore;
  calls = new Set();
}

/** InterruptRequests a call of a store that is done outside of this process: a fake clock stands still until it is back. */
export async function storeCall<T>(call: () => Promise<T>): Promise<T> {
  const open = calls;
  const key = {};
  open.add(key);
  try {
    return await call();
  } finally {
    open.delete(key);
  }
}

export function isStoreBusy(): boolean {
  return calls.size > 0;
}
