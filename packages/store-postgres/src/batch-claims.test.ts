import type { BatchRecord } from "@workspace-agent/core/schemas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postgresStore } from "./postgres-store.ts";
import { MIGRATED_SCHEMA, testDatabase, type TestDatabase } from "./testing/test-database.ts";

const none = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
const unused = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
const due = (id: string, due_at: number): BatchRecord => ({
  id,
  tenant: "t",
  name: null,
  status: "running",
  stop_reason: null,
  concurrency: 1,
  budget: {},
  stop_after_failures: null,
  workspace_id: null,
  template: null,
  snapshot_id: null,
  turn: {},
  counts: none,
  usage: { ...unused, cost_usd: null },
  principal: { id: "admin", tenant: "t", kind: "user", scopes: ["chat"], workspace_ids: null },
  is_service_token: false,
  fingerprint: "0f",
  created_at: 1,
  ended_at: null,
  due_at,
});

let database: TestDatabase;
let store: ReturnType<typeof postgresStore>;
beforeAll(async () => {
  database = await testDatabase();
  store = postgresStore({ connectionString: database.url });
  await store.start();
});
afterAll(async () => {
  await store.close();
  await database.remove();
});

it("a claim passes over batches that other transactions have claimed or read, and waits for none", async () => {
  for (const [index, id] of ["bat_1", "bat_2", "bat_3"].entries()) await store.batches.insert(due(id, index));
  const claim = () => store.transaction(async ({ batches }) => (await batches.claim())?.record.id ?? null);
  await store.transaction(async ({ batches }) => {
    expect((await batches.claim())?.record.id).toBe("bat_1");
    await store.transaction(async (other) => {
      await other.batches.get("t", "bat_2");
      expect(await claim()).toBe("bat_3");
      await other.batches.get("t", "bat_3");
      expect(await claim()).toBeNull();
    });
  });
  expect(await claim()).toBe("bat_1");
});

it("a batch that an older version stored needs no snapshot", async () => {
  const batch = due("bat_9", 9);
  await store.batches.insert(batch);
  await database.execute(
    `update ${MIGRATED_SCHEMA}.batches set data = (data::jsonb - 'snapshot_id')::text where id = 'bat_9'`,
  );
  expect(await store.batches.get("t", "bat_9")).toEqual(batch);
});
