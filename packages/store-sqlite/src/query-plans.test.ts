import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompleteRepositories } from "@workspace-agent/core/ports";
import type { WorkingCopyRecord } from "@workspace-agent/core/schemas";
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
import { openWriter } from "./sqlite-files.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { SqliteKyselyDialect } from "./sqlite-kysely-dialect.ts";
import { NOW_FUNCTION, sqliteSqlDialect } from "./sqlite-sql-dialect.ts";

const page = { limit: 20 };
const copy: WorkingCopyRecord = {
  tenant: "t",
  workspace_id: "ws_1",
  epoch: 1,
  holder: "inst_1",
  placement: null,
  copy: null,
  moved_at: null,
  root: null,
  published_at: null,
  changed_by: null,
  rolled_back: [],
  wanted: false,
};

/** Calls that have to stay as fast in a large store as in a small one. */
const CALLS: readonly (readonly [
  name: string,
  call: (repositories: CompleteRepositories) => Promise<unknown>,
])[] = [
  ["the list of a library", ({ library }) => library.list("t", "prompt", page)],
  ["a later page of it", ({ library }) => library.list("t", "prompt", { ...page, before: "prm_1" })],
  ["a search in it", ({ library }) => library.list("t", "prompt", { ...page, search: "x" })],
  ["its export", ({ library }) => library.listOldest("t", "prompt", { ...page, after: "prm_1" })],
  ["a thing of it", ({ library }) => library.get("t", "prompt", "prm_1")],
  ["things of it by name", ({ library }) => library.findByNames("t", "prompt", ["a", "b"])],
  ["the versions of a thing", ({ library }) => library.versions("t", "prm_1", page)],
  ["one version", ({ library }) => library.versions("t", "prm_1", { before: 2, limit: 1 })],
  ["the removal of things", ({ library }) => library.delete("t", ["prm_1"])],
  ["who was made from a template", ({ library }) => library.usersOfTemplate("t", "a", 10)],
  ["the renaming of a template", ({ library }) => library.renameTemplate("t", "a", "b")],
  ["a blob", ({ blobs }) => blobs.get("t", "h")],
  ["a blob of an owner", ({ blobs }) => blobs.getOwned("t", "o", "h")],
  ["putting a blob", ({ blobs }) => blobs.put("t", "o", [{ hash: "h", bytes: Uint8Array.of(1) }])],
  ["letting a blob go", ({ blobs }) => blobs.release("t", ["o"])],
  ["a page of staged lines", ({ stagedLines }) => stagedLines.page("t", "l", { ...page, after: -1 })],
  ["the removal of staged lines", ({ stagedLines }) => stagedLines.delete("t", "l")],
  ["what waits to join a turn", ({ steering }) => steering.list("t", "ses_1")],
  ["the end of its waiting", ({ steering }) => steering.clear("t", "ses_1")],
  ["the schedule that is due", ({ schedules }) => schedules.claim({ except: ["sch_1"], now: 5 })],
  ["how long none is due", ({ schedules }) => schedules.dueIn(5)],
  ["the list of schedules", ({ schedules }) => schedules.list("t", "ws_1", page)],
  ["the runs of a schedule", ({ schedules }) => schedules.runs.list("t", "sch_1", page)],
  ["those that are open", ({ schedules }) => schedules.runs.listOpen("t", "sch_1", 5)],
  ["the run of a turn", ({ schedules }) => schedules.runs.ofTurn("t", "turn_1")],
  ["the batch that is due", ({ batches }) => batches.claim({ except: ["bat_1"], now: 5 })],
  ["how long no batch is due", ({ batches }) => batches.dueIn(5)],
  ["the list of batches", ({ batches }) => batches.list("t", page)],
  ["those of an owner", ({ batches }) => batches.list("t", { ...page, owner: "a" })],
  ["those in some workspaces", ({ batches }) => batches.list("t", { ...page, workspaceIds: ["ws_1"] })],
  ["items that wait", ({ batches }) => batches.items.list("t", "bat_1", { status: "queued", limit: 5 })],
  ["items that have ended", ({ batches }) => batches.items.ended("t", "bat_1", { ...page, after: 9 })],
  ["the item of a turn", ({ batches }) => batches.items.ofTurn("t", "turn_1")],
  ["the removal of items", ({ batches }) => batches.items.remove("t", "bat_1", 100)],
  ["a snapshot", ({ snapshots }) => snapshots.get("t", "ws_1", "snp_1")],
  ["a snapshot by its id alone", ({ snapshots }) => snapshots.find("t", "snp_1")],
  ["whether batches need it", ({ batches }) => batches.usesSnapshot("t", "snp_1")],
  ["the list of snapshots", ({ snapshots }) => snapshots.list("t", "ws_1", page)],
  ["the end of a snapshot", (s) => s.snapshots.end("t", "ws_1", "snp_1", { end_root: "r", objects: [] })],
  ["what snapshots need", ({ snapshots }) => snapshots.needs("t", "ws_1")],
  ["the removal of a snapshot", ({ snapshots }) => snapshots.delete("t", "ws_1", "snp_1")],
  ["a working copy", (s) => s.workingCopies.get("t", "ws_1")],
  ["a change of it", (s) => s.workingCopies.save(copy, ["a"])],
  ["those of an instance that others wait for", (s) => s.workingCopies.wantedOf("inst_1")],
  ["the objects of one", (s) => s.workingCopies.objects("t", "ws_1")],
  ["what a session changed", ({ snapshots }) => snapshots.sessions.get("t", "ws_1", "ses_1")],
  ["the sessions that write", ({ snapshots }) => snapshots.sessions.writing("t", "ws_1", 5)],
  ["the session that was stored last", ({ snapshots }) => snapshots.sessions.newest("t", "ws_1")],
  ["what sessions need", ({ snapshots }) => snapshots.sessions.objects("t", "ws_1")],
  ["a page of messages", (s) => s.messages.page("t", "ses_1", { ...page, after: 3, through: 7 })],
  ["the audit log", ({ audit }) => audit.list("t", page)],
  ["one action of it", ({ audit }) => audit.list("t", { ...page, before: 9, action: "sign_out" })],
  ["the export of the audit log", ({ audit }) => audit.page("t", { ...page, after: 9 })],
  [
    "sessions by metadata",
    (s) => s.sessions.list("t", "ws_1", { ...page, metadata: { key: "k", value: "v" } }),
  ],
  ["turns by metadata", (s) => s.turns.list("t", "ses_1", { ...page, metadata: { key: "k", value: "v" } })],
  ["workspaces by a label", (s) => s.workspaces.list("t", { ...page, label: { key: "k", value: "v" } })],
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
