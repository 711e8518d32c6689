import { randomUUID } from "node:crypto";
import { describeStoreContract, STORE_PARTS } from "@workspace-agent/core/testing";
import { afterAll, beforeAll } from "vitest";
import { postgresStore } from "./postgres-store.ts";
import { testDatabase, type TestDatabase } from "./testing/test-database.ts";

const PARTS = [...STORE_PARTS, "cluster"] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.remove());

describeStoreContract(
  "postgres",
  () => {
    const options = { connectionString: database.url, schema: `s_${randomUUID()}` };
    return { store: postgresStore(options), reopen: () => postgresStore(options) };
  },
  { parts: PARTS },
);
