export type { PostgresClient, PostgresPool, PostgresResult } from "./postgres-pool.ts";
export { postgresStore, type PostgresStoreOptions } from "./postgres-store.ts";
