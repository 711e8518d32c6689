import type { BatchItemRepository } from "@workspace-agent/core/ports";
import { sqlRepositories, StoreExecutor, type Database, type Db } from "@workspace-agent/store-sql";
import { Kysely, type CompiledQuery } from "kysely";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresDriver } from "./postgres-driver.ts";
import { PostgresKyselyDialect } from "./postgres-kysely-dialect.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { migratedDatabase, MIGRATED_SCHEMA, testPool, type TestDatabase } from "./testing/test-database.ts";

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
  let database: TestDatabase;
  let pool: Pool;
  let items: BatchItemRepository;
  const queries: CompiledQuery[] = [];

  beforeAll(async () => {
    database = await migratedDatabase();
    pool = testPool({ connectionString: database.url });
    const db: Db = new Kysely<Database>({
      dialect: new PostgresKyselyDialect(
        new PostgresDriver({ connect: () => pool.connect(), localTimeoutMs: null, prepared: null }),
      ),
      log: ({ query }) => {
        queries.push(query);
      },
    }).withSchema(MIGRATED_SCHEMA);
    await database.execute(FILL);
    const executor = new StoreExecutor({ reader: db, writer: db, dialect: postgresSqlDialect });
    items = sqlRepositories(db, postgresSqlDialect)(executor).batches.items;
  });
  afterAll(async () => {
    await pool.end();
    await database.remove();
  });

  it.each(PAGES)("%s", async (_, page) => {
    queries.length = 0;
    await page(items);
    const [query] = queries;
    if (query === undefined) throw new Error("Nothing was asked.");
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${query.sql}`, [
      ...query.parameters,
    ]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index (Only )?Scan using batch_items_/);
    expect(plan).not.toContain("Sort");
  });
});
