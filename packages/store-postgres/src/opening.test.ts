import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { once } from "node:events";
import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import { migrator, type Database } from "@workspace-agent/store-sql";
import { Kysely } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { PostgresDriver } from "./postgres-driver.ts";
import { PostgresKyselyDialect } from "./postgres-kysely-dialect.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { postgresStore } from "./postgres-store.ts";
import { testDatabase, testPool, type TestDatabase } from "./testing/test-database.ts";

describe("opening a store", () => {
  let database: TestDatabase;
  /** Of each test. */
  let schema: string;

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => {
    schema = `s_${randomUUID().replaceAll("-", "_")}`;
  });
  afterAll(() => database.remove());

  it("migrates once when ten instances start at the same time", async () => {
    const stores = Array.from({ length: 10 }, () =>
      postgresStore({ connectionString: database.url, schema, poolSize: 2 }),
    );
    await Promise.all(stores.map((store) => store.start()));
    const workspace = aWorkspace();
    await stores[0]?.workspaces.insert(workspace);
    for (const store of stores)
      expect(await store.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    await Promise.all(stores.map((store) => store.close()));
    const applied = await database.rows(
      `select name, count(*)::int as count from ${schema}.workspace_agent_migrations group by name`,
    );
    expect(applied.length).toBeGreaterThanOrEqual(16);
    for (const each of applied) expect(each).toMatchObject({ count: 1 });
  });

  it("keeps to its schema and leaves the host's tables alone", async () => {
    const other = await testDatabase();
    onTestFinished(() => other.remove());
    await other.execute("create table workspaces (host text); create table kysely_migration (host text)");
    const store = postgresStore({ connectionString: other.url, schema: 'Host\'s "agents"' });
    await store.start();
    await store.workspaces.insert(aWorkspace());
    await store.close();
    const schemas = await other.rows(
      "select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1",
    );
    expect(schemas).toEqual([{ schemaname: 'Host\'s "agents"' }, { schemaname: "public" }]);
    expect(await other.rows("select * from public.workspaces")).toEqual([]);
  });

  it("needs no right to make a schema that is there", async () => {
    // Roles are the server's, which tests share.
    const role = schema;
    await database.execute(
      `create role ${role} login password 'p'; create schema ${schema} authorization ${role}`,
    );
    onTestFinished(() => database.execute(`drop owned by ${role}; drop role ${role}`));
    const url = Object.assign(new URL(database.url), { username: role, password: "p" }).href;
    const store = postgresStore({ connectionString: url, schema });
    await store.start();
    await store.check();
    await store.close();
    const otherStore = postgresStore({ connectionString: url, schema: "other" });
    await expect(otherStore.start()).rejects.toMatchObject({ code: "internal" });
  });

  it("brings the database of an older version up to date and keeps what it holds", async () => {
    const pool = testPool({ connectionString: database.url });
    await database.execute(`create schema ${schema}`);
    const place = {
      schema,
      table: "workspace_agent_migrations",
      lockTable: "workspace_agent_migration_lock",
    };
    const old = new Kysely<Database>({
      dialect: new PostgresKyselyDialect(
        new PostgresDriver({ connect: () => pool.connect(), localTimeoutMs: null, prepared: null }),
      ),
    }).withSchema(schema);
    const { error } = await migrator(old, postgresSqlDialect, place).migrateTo("0003-session-logs");
    expect(error).toBeUndefined();
    const workspace = aWorkspace();
    // Older versions have no owner.
    const { owner: _, labels, config, ...columns } = workspace;
    await old
      .insertInto("workspaces")
      .values({
        ...columns,
        search_name: workspace.name,
        labels: JSON.stringify(labels),
        config: JSON.stringify(config),
      })
      .execute();
    await pool.end();
    const store = postgresStore({ connectionString: database.url, schema });
    await store.start();
    expect(await store.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    await store.sessions.insert(aSession(workspace));
    await store.close();
  });

  it("undoes a migration whole that fails half-way", async () => {
    // A table of that name stops the ninth.
    await database.execute(`create schema ${schema}; create table ${schema}.blobs (host text)`);
    const store = postgresStore({ connectionString: database.url, schema });
    await expect(store.start()).rejects.toMatchObject({
      code: "internal",
      detail: 'The database could not be migrated to this version: relation "blobs" already exists',
    });
    expect(await database.rows(`select tablename from pg_tables where schemaname = '${schema}'`)).toEqual([
      { tablename: "blobs" },
    ]);
  });

  it("refuses the database of a newer version and leaves it alone", async () => {
    const options = { connectionString: database.url, schema };
    const store = postgresStore(options);
    await store.start();
    await store.close();
    await database.execute(
      `insert into ${schema}.workspace_agent_migrations values ('9999-future', '2100-01-01T00:00:00.000Z')`,
    );
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(postgresStore(options).start()).rejects.toMatchObject({
        code: "internal",
        detail: expect.stringMatching(
          /^The database is of a newer version: its schema is at 9999-future, and version \S+ knows it up to \d{4}-/,
        ) as string,
      });
  });

  it("says what is wrong with an address, and nothing of the password", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const wrong = (change: Partial<URL>) => Object.assign(new URL(database.url), change).href;
    const cannotBeReached = "The database cannot be reached.";
    const cases: readonly (readonly [url: string, code: string, detail: string, ms?: number])[] = [
      ["postgres://user:canary@127.0.0.1:1/x", "overloaded", cannotBeReached],
      [`postgres://user:canary@127.0.0.1:${port}/x`, "overloaded", cannotBeReached, 300],
      [wrong({ password: "canary" }), "internal", "The database refuses the user or the password."],
      [wrong({ pathname: "/canary" }), "internal", "There is no such database."],
      ["postgres://user:canary@[/x", "internal", "The address of the database cannot be understood."],
    ];
    for (const [connectionString, code, detail, connectTimeoutMs = 30_000] of cases) {
      const store = postgresStore({ connectionString, connectTimeoutMs });
      const failure: unknown = await store.start().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, detail });
      const { cause } = failure as Error;
      expect(JSON.stringify([cause, { ...(cause as object) }])).not.toContain(":canary");
      expect(String(failure)).not.toContain("canary");
    }
    silent.close();
  });

  it("has to come before using it, and only once", async () => {
    const store = postgresStore({ connectionString: database.url, schema });
    await expect(store.workspaces.get("t", "ws_1")).rejects.toMatchObject({ code: "internal" });
    await store.start();
    await expect(store.start()).rejects.toMatchObject({ code: "internal" });
    expect(await store.workspaces.get("t", "ws_1")).toBeNull();
    await store.close();
    await store.close();
    await expect(store.workspaces.get("t", "ws_1")).rejects.toMatchObject({ code: "internal" });
    await expect(store.start()).rejects.toMatchObject({ code: "internal" });
  });
});
