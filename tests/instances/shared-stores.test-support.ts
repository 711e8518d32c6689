import { memoryStore } from "../../packages/core/src/memory/index.ts";
import type { ChangeHint } from "../../packages/core/src/ports.ts";
import type { Clock, Store } from "../../packages/core/src/index.ts";
import { postgresStore, type PostgresStoreOptions } from "../../packages/store-postgres/src/index.ts";
import {
  migratedDatabase,
  type TestDatabase,
} from "../../packages/store-postgres/src/testing/test-database.ts";

/** Stores of several instances on the same data. */
export interface SharedStores {
  /** `clock`: for the store's polls. */
  open(clock?: Clock): Store;
  /** Call it when all are closed. */
  remove(): Promise<void>;
}

export interface SharedStoresMaker {
  /** Without data. */
  make(): Promise<SharedStores>;
  end(): Promise<void>;
}

/** The delay of a notification. */
const HINT_MS = 5;

/** Like processes with shared memory. */
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

/** In one database, whose tables are emptied between tests. */
function sharedPostgres(options: Partial<PostgresStoreOptions>): SharedStoresMaker {
  let database: TestDatabase | null = null;
  return {
    async make() {
      const { url, empty } = (database ??= await migratedDatabase());
      return {
        open: (clock) =>
          postgresStore({
            connectionString: url,
            poolSize: 4,
            ...(clock !== undefined && { clock }),
            ...options,
          } as PostgresStoreOptions),
        remove: () => empty(),
      };
    },
    end: async () => database?.remove(),
  };
}

/** The stores for tests of several instances. */
export const SHARED_STORES = {
  "a memory that two processes share": () => ({ make: async () => sharedMemory(), end: async () => {} }),
  Postgres: () => sharedPostgres({}),
  "Postgres behind a pooler in transaction mode": () => sharedPostgres({ transactionPooling: true }),
} as const satisfies Record<string, () => SharedStoresMaker>;

export type SharedStoresName = keyof typeof SHARED_STORES;

/** Whether notifications between instances work there. */
export function hasNotifications(name: SharedStoresName): boolean {
  return !name.includes("pooler");
}
