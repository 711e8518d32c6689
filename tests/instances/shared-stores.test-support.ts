import { memoryCluster } from "../../packages/core/src/memory/index.ts";
import type { Clock, SharedStore } from "../../packages/core/src/index.ts";
import { postgresStore, type PostgresStoreOptions } from "../../packages/store-postgres/src/index.ts";
import {
  migratedDatabase,
  type TestDatabase,
} from "../../packages/store-postgres/src/testing/test-database.ts";

/** Stores of several instances on the same data. */
export interface SharedStores {
  /** `clock`: for the store's polls. */
  open(clock?: Clock): SharedStore;
  /** Call it when all are closed. */
  remove(): Promise<void>;
}

export interface SharedStoresMaker {
  /** Without data. */
  make(): Promise<SharedStores>;
  end(): Promise<void>;
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
  "a memory that two processes share": () => ({
    make: async () => ({ ...memoryCluster(), remove: async () => {} }),
    end: async () => {},
  }),
  Postgres: () => sharedPostgres({}),
  "Postgres behind a pooler in transaction mode": () => sharedPostgres({ transactionPooling: true }),
} as const satisfies Record<string, () => SharedStoresMaker>;

export type SharedStoresName = keyof typeof SHARED_STORES;

/** Whether notifications between instances work there. */
export function hasNotifications(name: SharedStoresName): boolean {
  return !name.includes("pooler");
}
