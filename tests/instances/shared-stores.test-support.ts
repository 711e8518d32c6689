import { memoryStore } from "../../packages/core/src/memory/index.ts";
import type { ChangeHint, Store } from "../../packages/core/src/index.ts";
import { postgresStore, type PostgresStoreOptions } from "../../packages/store-postgres/src/index.ts";
import { testDatabase } from "../../packages/store-postgres/src/testing/test-database.ts";

/** Stores of several instances on the same data. */
export interface SharedStores {
  open(): Store;
  remove(): Promise<void>;
}

/** How long a hint is under way. */
const HINT_MS = 5;

/** As processes that share a memory would have it. */
function sharedMemory(): SharedStores {
  const base = memoryStore();
  const started = base.start();
  const stores = new Map<object, Set<(hint: ChangeHint) => void>>();
  return {
    open() {
      const own = new Set<(hint: ChangeHint) => void>();
      const store: Store = {
        ...base,
        capabilities: { shared: true },
        start: () => started,
        publish(hints) {
          setTimeout(() => {
            for (const [other, listeners] of stores)
              if (other !== store)
                for (const listener of listeners) for (const hint of hints) listener(structuredClone(hint));
          }, HINT_MS);
        },
        subscribe(listener) {
          own.add(listener);
          return () => own.delete(listener);
        },
        async close() {
          stores.delete(store);
        },
      };
      stores.set(store, own);
      return store;
    },
    async remove() {},
  };
}

async function sharedPostgres(options: Partial<PostgresStoreOptions>): Promise<SharedStores> {
  const database = await testDatabase();
  return {
    open: () =>
      postgresStore({ connectionString: database.url, poolSize: 4, ...options } as PostgresStoreOptions),
    remove: () => database.remove(),
  };
}

/** Where tests of several instances run. */
export const SHARED_STORES = {
  "a memory that two processes share": async () => sharedMemory(),
  Postgres: () => sharedPostgres({}),
  "Postgres behind a pooler in transaction mode": () => sharedPostgres({ transactionPooling: true }),
} as const satisfies Record<string, () => Promise<SharedStores>>;

export type SharedStoresName = keyof typeof SHARED_STORES;

export const ALL_SHARED_STORES = Object.keys(SHARED_STORES) as readonly SharedStoresName[];
/** Those where one instance hears another at once. */
export const HEARING_STORES = ALL_SHARED_STORES.slice(0, 2);
