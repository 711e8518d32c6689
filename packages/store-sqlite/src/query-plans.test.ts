import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompleteRepositories } from "@workspace-agent/core/ports";
import {
  buildLaterIndexes,
  migrate,
  sqlRepositories,
  StoreExecutor,
  type Db,
} from "@workspace-agent/store-sql";
import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { page, STORE_CALLS, type StoreCall } from "../../store-sql/src/testing/store-calls.ts";
import { openWriter } from "./sqlite-files.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { SqliteKyselyDialect } from "./sqlite-kysely-dialect.ts";
import { NOW_FUNCTION, sqliteSqlDialect } from "./sqlite-sql-dialect.ts";

const CALLS: readonly StoreCall<CompleteRepositories>[] = [
  ...STORE_CALLS,
  ["the removal of staged lines", ({ stagedLines }) => stagedLines.delete("t", "l")],
];

describe("the database finds without sorting or reading a whole table", () => {
  let folder: string;
  let db: Db;
  let explainer: Sqlite.Database;
  let outside: CompleteRepositories;
  let inTransaction: <T>(work: (repositories: CompleteRepositories) => Promise<T>) => Promise<T>;
  const statements: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "store-sqlite-"));
    const file = join(folder, "agent.db");
    db = new Kysely({
      dialect: new SqliteKyselyDialect("writer", new SqliteDriver(() => openWriter(file, () => 0).database)),
      log: ({ query }) => {
        statements.push(query.sql);
      },
    });
    await migrate(db, sqliteSqlDialect);
    await buildLaterIndexes(db);
    const executor = new StoreExecutor({ reader: db, writer: db, dialect: sqliteSqlDialect });
    const repositoriesOf = sqlRepositories(db, sqliteSqlDialect);
    outside = repositoriesOf(executor);
    inTransaction = (work) => executor.atomic((inside) => work(repositoriesOf(inside)));
    explainer = new Sqlite(file).function(NOW_FUNCTION, () => 0);
  });
  afterAll(async () => {
    explainer.close();
    await db.destroy();
    await rm(folder, { recursive: true });
  });

  function steps(sql: string): readonly string[] {
    const bound = Array.from({ length: sql.split("?").length - 1 }, () => null);
    const rows = explainer.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...bound);
    return rows.map(({ detail }) => detail);
  }

  it.each([
    ...CALLS.map(([name, call]) => [name, () => call(outside)] as const),
    ...CALLS.map(([name, call]) => [`${name}, in a transaction`, () => inTransaction(call)] as const),
  ])("%s", async (_, run) => {
    statements.length = 0;
    await run();
    const explained = statements.filter((sql) => /^(select|update|delete|insert)/.test(sql)).map(steps);
    expect(explained.flat().length).toBeGreaterThan(0);
    const slow = explained.flat().filter((step) => /TEMP B-TREE|^SCAN (?!json_each|CONSTANT)/.test(step));
    expect(slow).toEqual([]);
  });

  it("queued sessions that were chosen, by their ids, however many wait", async () => {
    explainer.exec(`
      insert into workspaces (id, tenant, name, search_name, status, labels, config, config_version, placement, created_at, updated_at)
        values ('ws_1', 't', 'a', 'a', 'ready', '{}', '{}', 1, 'place', 0, 0);
      insert into sessions (id, tenant, workspace_id, placement, status, next_seq, epoch, lease_until, attempts, claimable_at, data)
        values ('ses_1', 't', 'ws_1', 'place', 'queued', 1, 0, 0, 0, 0, '{}')`);
    statements.length = 0;
    const claimed = await outside.sessions.claim({
      owner: "a",
      leaseMs: 1,
      limit: 1,
      placements: ["place"],
    });
    expect(claimed).toHaveLength(1);
    const chosen = statements.filter((sql) => /^select .*"data".* and "id" in \(/.test(sql));
    expect(chosen.map((sql) => steps(sql)[0])).toEqual([
      "SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)",
    ]);
  });

  it("what the feed of events has of sessions that are gone, by the session", async () => {
    explainer.exec("insert into feed_sessions (session_id, seq) values ('ses_gone', 1)");
    statements.length = 0;
    await outside.eventFeed.sweep();
    const deleted = statements.filter((sql) => sql.startsWith('delete from "feed_entries"'));
    expect(deleted.flatMap(steps)).toContain(
      "SEARCH feed_entries USING COVERING INDEX feed_entries_by_session (session_id=?)",
    );
    expect(statements.flatMap(steps).filter((step) => /^SCAN (?!json_each)/.test(step))).toEqual([]);
  });

  it.each<[string, (repositories: CompleteRepositories) => Promise<unknown>, string]>([
    [
      "items of a batch that run",
      (s) => s.batches.items.list("t", "bat_1", { status: "running", limit: 5 }),
      "batch_items USING INDEX batch_items_open ((tenant,batch_id,open_status,position)>(?,?,?,?) AND (tenant,batch_id,open_status,position)<(?,?,?,?))",
    ],
    [
      "items of a batch that have ended",
      (s) => s.batches.items.ended("t", "bat_1", { ...page, after: 9 }),
      "batch_items USING INDEX batch_items_ended ((tenant,batch_id,ended)>(?,?,?) AND (tenant,batch_id,ended)<(?,?,?))",
    ],
    [
      "snapshots of a session",
      (s) => s.snapshots.list("t", "ws_1", { ...page, session: "ses_1" }),
      "snapshots USING INDEX snapshots_by_session (tenant=? AND workspace_id=? AND session_id=? AND id<?)",
    ],
    [
      "a snapshot by its id alone",
      (s) => s.snapshots.find("t", "snp_1"),
      "snapshots USING INDEX snapshots_by_id (tenant=? AND id=?)",
    ],
    [
      "the batches that need a snapshot",
      (s) => s.batches.usesSnapshot("t", "snp_1"),
      "batches USING INDEX batches_by_snapshot (tenant=? AND held_snapshot=?)",
    ],
    [
      "the list of a library",
      (s) => s.library.list("t", "prompt", { ...page, search: "x" }),
      "library_items USING INDEX library_items_by_kind (tenant=? AND kind=? AND id<?)",
    ],
  ])("%s, by the index for it", async (_, call, found) => {
    statements.length = 0;
    await call(outside);
    expect(statements.map(steps)).toEqual([[`SEARCH ${found}`]]);
  });
});
