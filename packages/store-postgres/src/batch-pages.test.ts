import type { BatchItemRepository } from "@workspace-agent/core/ports";
import { sqlRepositories } from "@workspace-agent/store-sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { recordedDatabase, type RecordedDatabase } from "./testing/recorded-database.ts";
import { MIGRATED_SCHEMA } from "./testing/test-database.ts";

/** Without statistics, as right after the load of a first batch: half of the items wait. */
const FILL = `
  set search_path = ${MIGRATED_SCHEMA};
  alter table batch_items set (autovacuum_enabled = false);
  insert into batches values ('t', 'bat_1', null, 'a', 0, null, '{}', '{}');
  insert into batch_items select 't', 'bat_1', n, '"key ' || n || '"', case when n % 2 = 0 then 'queued' end, null,
    case when n % 2 = 1 then n end, '{}', '{}' from generate_series(0, 19999) n;`;

const PAGES: readonly (readonly [string, (items: BatchItemRepository) => Promise<unknown>])[] = [
  ["items that wait", (items) => items.list("t", "bat_1", { status: "queued", limit: 20 })],
  ["items that have ended", (items) => items.ended("t", "bat_1", { after: 500, limit: 100 })],
  ["the removal of items", (items) => items.remove("t", "bat_1", 100)],
];

describe("of 20,000 items that were just added, the database sorts none for a page of", () => {
  let database: RecordedDatabase;
  let items: BatchItemRepository;

  beforeAll(async () => {
    database = await recordedDatabase(FILL);
    items = sqlRepositories(database.db, postgresSqlDialect)(database.executor).batches.items;
  });
  afterAll(() => database.remove());

  it.each(PAGES)("%s", async (_, page) => {
    const { pool, queries } = database;
    queries.length = 0;
    await page(items);
    const [asked] = queries;
    if (asked === undefined) throw new Error("Nothing was asked.");
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${asked.query.sql}`, [
      ...asked.query.parameters,
    ]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index (Only )?Scan using batch_items_/);
    expect(plan).not.toContain("Sort");
  });
});
