import type { Repositories } from "@workspace-agent/core";
import { sqlRepositories } from "@workspace-agent/store-sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { recordedDatabase, type RecordedDatabase } from "./testing/recorded-database.ts";
import { MIGRATED_SCHEMA } from "./testing/test-database.ts";

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
  let database: RecordedDatabase;
  let repositories: Repositories;

  beforeAll(async () => {
    database = await recordedDatabase(FILL);
    repositories = sqlRepositories(database.db, postgresSqlDialect)(database.executor);
  });
  afterAll(() => database.remove());

  it.each([1, 8, 64])("a claim of %d reads few pages, and is fair", async (limit) => {
    const { pool, queries } = database;
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
