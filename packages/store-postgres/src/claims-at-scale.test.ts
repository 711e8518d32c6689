import type { Repositories } from "@workspace-agent/core";
import { sqlRepositories, StoreExecutor, type Database, type Db } from "@workspace-agent/store-sql";
import { Kysely, type CompiledQuery } from "kysely";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresDriver } from "./postgres-driver.ts";
import { PostgresKyselyDialect } from "./postgres-kysely-dialect.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { migratedDatabase, MIGRATED_SCHEMA, testPool, type TestDatabase } from "./testing/test-database.ts";

interface Explained {
  readonly Plan: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number };
  readonly "Execution Time": number;
}

/** 10,000 queued sessions of one workspace, 1,000 of as many others, and 2,000 that are held. */
const FILL = `
  set search_path = ${MIGRATED_SCHEMA};
  set session_replication_role = replica;
  insert into sessions select 'ses_' || lpad(n::text, 6, '0'), 't', 'ws_' || lpad((case when n < 10000 then 500 else n - 10000 end)::text, 6, '0'),
    'place', case when n < 11000 then 'queued' else 'running' end, 5, case when n >= 11000 then 'inst_other' end, 0,
    case when n >= 11000 then 9000000000000 else 0 end, 0, null, case when n >= 11000 then 9000000000000 else n end,
    '{"name":null,"parent":null,"state":{"status":"queued","pending_requests":[],"queued_turns":[]}}' from generate_series(0, 12999) n;
  insert into workspaces select 'ws_' || lpad(n::text, 6, '0'), 't', 'name ' || n, 'name ' || n, 'ready', null, '{}', '{}', 1, 'place', n, n
    from generate_series(0, 2999) n;
  analyze;`;

describe("with 10,000 queued sessions of one workspace, and 1,000 of others", () => {
  let database: TestDatabase;
  let pool: Pool;
  let repositories: Repositories;
  const queries: { readonly query: CompiledQuery; readonly ms: number }[] = [];

  beforeAll(async () => {
    database = await migratedDatabase();
    pool = testPool({ connectionString: database.url });
    const db: Db = new Kysely<Database>({
      dialect: new PostgresKyselyDialect(
        new PostgresDriver({ connect: () => pool.connect(), localTimeoutMs: null, prepared: null }),
      ),
      log: ({ query, queryDurationMillis: ms }) => {
        queries.push({ query, ms });
      },
    }).withSchema(MIGRATED_SCHEMA);
    await database.execute(FILL);
    const executor = new StoreExecutor({ reader: db, writer: db, dialect: postgresSqlDialect });
    repositories = sqlRepositories(db, postgresSqlDialect)(executor);
  });
  afterAll(async () => {
    await pool.end();
    await database.remove();
  });

  it.each([1, 8, 64])("a claim of %d reads few pages, and is fair", async (limit) => {
    for (const workspaceLimit of [null, 2]) {
      queries.length = 0;
      const options = { owner: "inst_a", leaseMs: 60_000, limit, placements: ["place"], workspaceLimit };
      const claimed = await repositories.sessions.claim({ ...options, after: "ws_000490" });
      expect(claimed).toHaveLength(limit);
      expect(new Set(claimed.map(({ workspace_id }) => workspace_id)).size).toBe(limit);
      const times: number[] = [];
      for (const { query } of queries.filter(({ query: { sql } }) => /^(with|select)/.test(sql))) {
        const { rows } = await pool.query<{ "QUERY PLAN": readonly [Explained] }>(
          `explain (analyze, buffers, format json) ${query.sql}`,
          [...query.parameters],
        );
        for (const {
          "QUERY PLAN": [{ Plan, "Execution Time": ms }],
        } of rows) {
          times.push(ms);
          expect(Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"], query.sql).toBeLessThan(1_500);
        }
      }
      const slowest = Math.max(...queries.map(({ ms }) => ms));
      console.info(
        `a claim of ${limit}: ${times.length} queries, the slowest ${Math.max(...times).toFixed(1)} ms, ${slowest.toFixed(1)} ms with its way`,
      );
    }
  });
});
