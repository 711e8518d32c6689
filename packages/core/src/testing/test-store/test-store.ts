import { memoryStore } from "../../memory/index.ts";
import type { Clock } from "../../ports/clock.ts";
import type { CompleteStore } from "../../ports/store.ts";

export interface TestStoreOptions {
  /** What leases are measured by. Default: what the store measures them by. */
  readonly clock?: Clock;
}

let make: (options: TestStoreOptions) => CompleteStore = memoryStore;
let calls = new Set<object>();

/** The store that tests of services run on, empty: in memory, unless the set-up of the tests chose another. */
export function testStore(options: TestStoreOptions = {}): CompleteStore {
  return make(options);
}

/** Chooses the store of the tests that follow in this process. Calls that earlier tests left open are forgotten. */
export function useTestStore(makeStore: (options: TestStoreOptions) => CompleteStore): void {
  make = makeStore;
  calls = new Set();
}

/** Runs a call of a store that leaves this process: a fake clock stands still until it returns. */
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
