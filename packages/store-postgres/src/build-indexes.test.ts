import { systemClock } from "@workspace-agent/core";
import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { postgresStore, type PostgresStoreOptions } from "./postgres-store.ts";
import { migratedDatabase, MIGRATED_SCHEMA, type TestDatabase } from "./testing/test-database.ts";
import { until } from "./testing/until.ts";

const INDEXES = ["sessions_held", "sessions_queued", "workspaces_by_template"];
const BUILDERS = "from pg_stat_activity where query like 'create index%' and wait_event_type = 'Lock'";

describe("indexes on tables that were there", () => {
  let database: TestDatabase;
  let client: Client;
  /** Keeps a build from its end. */
  let blocker: Client;

  beforeEach(async () => {
    database = await migratedDatabase();
    // As of an older version.
    await database.execute(INDEXES.map((name) => `drop index ${MIGRATED_SCHEMA}.${name};`).join(""));
    client = new Client({ connectionString: database.url });
    blocker = new Client({ connectionString: database.url });
    await Promise.all([client.connect(), blocker.connect()]);
    await blocker.query(`begin; lock table ${MIGRATED_SCHEMA}.sessions in row exclusive mode`);
  });
  afterEach(async () => {
    await Promise.all([client.end(), blocker.end()]);
    await database.remove();
  });

  const storeWith = (options: Partial<PostgresStoreOptions>) =>
    postgresStore({ ...options, connectionString: database.url } as PostgresStoreOptions);
  const buildWaits = () => until(async () => (await client.query(`select ${BUILDERS}`)).rowCount === 1);
  /** Each of them, and whether it is whole. */
  async function built(): Promise<Record<string, boolean>> {
    const { rows } = await client.query<{ name: string; whole: boolean }>(
      `select relname as name, indisvalid as whole from pg_index join pg_class on pg_class.oid = indexrelid
        where relname = any($1) order by 1`,
      [INDEXES],
    );
    return Object.fromEntries(rows.map(({ name, whole }) => [name, whole]));
  }
  const ALL_WHOLE = Object.fromEntries(INDEXES.map((name) => [name, true]));

  it.each([
    ["on one connection", { poolSize: 1, listen: false }],
    ["behind a pooler", { transactionPooling: true, poolSize: 2 }],
  ] as const)("are built while others write, by one instance, %s", async (_, options) => {
    const stores = Array.from({ length: 4 }, () => storeWith(options));
    const starts = stores.map((store) => store.start());
    await buildWaits();
    await client.query("set lock_timeout = '5s'");
    const running = aWorkspace();
    await client.query(
      `insert into ${MIGRATED_SCHEMA}.write_checks values (7, 1);
       update ${MIGRATED_SCHEMA}.sessions set attempts = attempts + 1`,
    );
    const late = storeWith(options);
    starts.push(late.start());
    await buildWaits();
    await blocker.query("commit");
    await Promise.all(starts);
    expect(await built()).toEqual(ALL_WHOLE);
    await late.workspaces.insert(running);
    await late.sessions.insert(aSession(running));
    for (const store of [...stores, late]) await store.close();
    // Other tests have locks in their own databases, and the server ends a session after its client has closed it.
    const locks = `select from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and datname = current_database()`;
    await until(async () => (await client.query(locks)).rowCount === 0);
  });

  it("are dropped and built again where a build broke off", async () => {
    const start = storeWith({ listen: false }).start();
    const failed = expect(start).rejects.toMatchObject({ code: "overloaded" });
    await buildWaits();
    await client.query(`select pg_terminate_backend(pid) ${BUILDERS}`);
    await failed;
    await blocker.query("commit");
    expect(Object.values(await built())).toEqual([false]);
    const store = storeWith({});
    await store.start();
    expect(await built()).toEqual(ALL_WHOLE);
    await store.close();
  });

  it.each([
    { poolSize: 1, listen: false },
    { transactionPooling: true, poolSize: 2 },
  ])("wait for a build whose instance is gone: %j", async (options) => {
    const orphan = client.query(
      `create index concurrently sessions_queued on ${MIGRATED_SCHEMA}.sessions (workspace_id)`,
    );
    const store = storeWith(options);
    const watcher = new Client({ connectionString: database.url });
    await watcher.connect();
    const count = async (condition: string) =>
      (await watcher.query(`select from pg_stat_activity where ${condition}`)).rowCount;
    await until(async () => (await count("query like 'create index%' and wait_event_type = 'Lock'")) === 1);
    const start = store.start();
    await until(
      async () =>
        (await count("query like '%pg_stat_progress_create_index%' and pid <> pg_backend_pid()")) === 1,
    );
    expect(await count("query like 'drop index%'")).toBe(0);
    await watcher.end();
    await blocker.query("commit");
    await orphan;
    await start;
    expect(await built()).toEqual(ALL_WHOLE);
    await store.close();
  });

  it("are whole before a newer version begins to change the tables", async () => {
    await blocker.query("commit");
    // The last migration.
    await client.query(`drop index ${MIGRATED_SCHEMA}.working_copies_wanted`);
    await client.query(`alter table ${MIGRATED_SCHEMA}.working_copies drop column moved_at`);
    await client.query(`create index working_copies_held on ${MIGRATED_SCHEMA}.working_copies (holder)`);
    const applied = `${MIGRATED_SCHEMA}.workspace_agent_migrations where name = '0034-moved-working-copies'`;
    await client.query(`delete from ${applied}`);
    const lock = `hashtextextended('workspace-agent indexes ${MIGRATED_SCHEMA}', 0)`;
    await client.query(`select pg_advisory_lock(${lock})`);
    let waits = 0;
    const sleep = (ms: number) => {
      waits++;
      return systemClock.sleep(ms);
    };
    const store = storeWith({ clock: { ...systemClock, sleep }, listen: false });
    const start = store.start();
    await until(() => waits > 0);
    expect((await client.query(`select from ${applied}`)).rowCount).toBe(0);
    await client.query(`select pg_advisory_unlock(${lock})`);
    await start;
    expect((await client.query(`select from ${applied}`)).rowCount).toBe(1);
    expect(await built()).toEqual(ALL_WHOLE);
    await store.close();
  });
});
