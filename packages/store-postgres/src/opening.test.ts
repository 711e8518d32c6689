import { createServer } from "node:net";
import { once } from "node:events";
import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import { migrator, type Database } from "@workspace-agent/store-sql";
import { Kysely } from "kysely";
import { Client, Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PostgresDriver } from "./postgres-driver.ts";
import { PostgresKyselyDialect } from "./postgres-kysely-dialect.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { postgresStore } from "./postgres-store.ts";
import { testDatabase, type TestDatabase } from "./testing/test-database.ts";

describe("opening a store", () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.remove());

  async function rowsOf(statement: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  }

  it("migrates once when ten instances start at the same time", async () => {
    const stores = Array.from({ length: 10 }, () =>
      postgresStore({ connectionString: database.url, poolSize: 2 }),
    );
    await Promise.all(stores.map((store) => store.start()));
    const workspace = aWorkspace();
    await stores[0]?.workspaces.insert(workspace);
    for (const store of stores)
      expect(await store.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    await Promise.all(stores.map((store) => store.close()));
    const applied = await rowsOf(
      "select name, count(*)::int as count from workspace_agent.workspace_agent_migrations group by name",
    );
    expect(applied.length).toBeGreaterThanOrEqual(16);
    for (const each of applied) expect(each).toMatchObject({ count: 1 });
  });

  it("keeps to its schema and leaves the host's tables alone", async () => {
    await database.execute("create table workspaces (host text); create table kysely_migration (host text)");
    const store = postgresStore({ connectionString: database.url, schema: "agents" });
    await store.start();
    await store.workspaces.insert(aWorkspace());
    await store.close();
    const schemas = await rowsOf(
      "select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1",
    );
    expect(schemas).toEqual([{ schemaname: "agents" }, { schemaname: "public" }]);
    expect(await rowsOf("select * from public.workspaces")).toEqual([]);
  });

  it("needs no right to make a schema that is there", async () => {
    await database.execute(
      "create role tenant_role login password 'p'; create schema agents authorization tenant_role",
    );
    const url = Object.assign(new URL(database.url), { username: "tenant_role", password: "p" }).href;
    const store = postgresStore({ connectionString: url, schema: "agents" });
    await store.start();
    await store.check();
    await store.close();
    const elsewhere = postgresStore({ connectionString: url, schema: "other" });
    await expect(elsewhere.start()).rejects.toMatchObject({ code: "internal" });
    await database.execute("drop owned by tenant_role; drop role tenant_role");
  });

  it("brings the database of an older version up to date and keeps what it holds", async () => {
    const pool = new Pool({ connectionString: database.url });
    pool.on("error", () => {});
    await database.execute("create schema agents");
    const place = {
      schema: "agents",
      table: "workspace_agent_migrations",
      lockTable: "workspace_agent_migration_lock",
    };
    const old = new Kysely<Database>({
      dialect: new PostgresKyselyDialect(
        new PostgresDriver({ connect: () => pool.connect(), localTimeoutMs: null, prepared: null }),
      ),
    }).withSchema("agents");
    const { error } = await migrator(old, postgresSqlDialect, place).migrateTo("0003-session-logs");
    expect(error).toBeUndefined();
    const workspace = aWorkspace();
    const { labels, config, ...columns } = workspace;
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
    const store = postgresStore({ connectionString: database.url, schema: "agents" });
    await store.start();
    expect(await store.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    await store.sessions.insert(aSession(workspace));
    await store.close();
  });

  it("undoes a migration whole that fails half-way", async () => {
    // A table of that name stops the ninth.
    await database.execute("create schema agents; create table agents.blobs (host text)");
    const store = postgresStore({ connectionString: database.url, schema: "agents" });
    await expect(store.start()).rejects.toMatchObject({
      code: "internal",
      detail: "The database could not be migrated to this version.",
    });
    expect(await rowsOf("select tablename from pg_tables where schemaname = 'agents'")).toEqual([
      { tablename: "blobs" },
    ]);
  });

  it("refuses the database of a newer version and leaves it alone", async () => {
    const options = { connectionString: database.url };
    const store = postgresStore(options);
    await store.start();
    await store.close();
    await database.execute(
      "insert into workspace_agent.workspace_agent_migrations values ('9999-future', '2100-01-01T00:00:00.000Z')",
    );
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(postgresStore(options).start()).rejects.toMatchObject({
        code: "internal",
        detail: "The database could not be migrated to this version.",
      });
  });

  it("says what is wrong with an address, and nothing of the password", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const wrong = (change: Partial<URL>) => Object.assign(new URL(database.url), change).href;
    const cases: readonly (readonly [url: string, code: string, detail: string])[] = [
      ["postgres://user:canary@127.0.0.1:1/x", "overloaded", "The database cannot be reached."],
      [`postgres://user:canary@127.0.0.1:${port}/x`, "overloaded", "The database cannot be reached."],
      [wrong({ password: "canary" }), "internal", "The database refuses the user or the password."],
      [wrong({ pathname: "/canary" }), "internal", "There is no such database."],
      ["postgres://user:canary@[/x", "internal", "The address of the database cannot be understood."],
    ];
    for (const [connectionString, code, detail] of cases) {
      const store = postgresStore({ connectionString, connectTimeoutMs: 300 });
      const failure: unknown = await store.start().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, detail });
      const { cause } = failure as Error;
      expect(JSON.stringify([cause, { ...(cause as object) }])).not.toContain(":canary");
      expect(String(failure)).not.toContain("canary");
    }
    silent.close();
  });

  it("has to come before using it, and only once", async () => {
    const store = postgresStore({ connectionString: database.url });
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
