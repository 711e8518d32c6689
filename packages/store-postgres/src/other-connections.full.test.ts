import { randomUUID } from "node:crypto";
import { describeStoreContract, STORE_PARTS } from "@workspace-agent/core/testing";
import { afterAll, beforeAll } from "vitest";
import { postgresStore } from "./postgres-store.ts";
import { testDatabase, testPool, type TestDatabase } from "./testing/test-database.ts";

const PARTS = [...STORE_PARTS, "cluster"] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.remove());

describeStoreContract(
  "postgres, in a pool of the host's",
  () => {
    const pool = testPool({ connectionString: database.url });
    const options = { pool, schema: `Host's "schema" ${randomUUID()}` };
    return { store: postgresStore(options), reopen: () => postgresStore(options), remove: () => pool.end() };
  },
  { parts: PARTS },
);

describeStoreContract(
  "postgres, behind a pooler in transaction mode",
  () => {
    const schema = `s_${randomUUID()}`;
    const options = { connectionString: database.url, schema, transactionPooling: true, poolSize: 3 };
    return { store: postgresStore(options), reopen: () => postgresStore(options) };
  },
  { parts: PARTS },
);
