import { silentLogger, systemClock, type Repositories } from "@workspace-agent/core";
import { anEvent, aSession, aTurn, aWorkspace, fakeClock } from "@workspace-agent/core/testing";
import { sqlRepositories, StoreExecutor, type Database, type Db } from "@workspace-agent/store-sql";
import { Kysely } from "kysely";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { PostgresDriver } from "./postgres-driver.ts";
import { PostgresKyselyDialect } from "./postgres-kysely-dialect.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { PostgresTransactions } from "./postgres-transactions.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { migratedDatabase, MIGRATED_SCHEMA, testPool, type TestDatabase } from "./testing/test-database.ts";

const workspace = aWorkspace({ tenant: "t" });
const session = aSession(workspace);
const turn = aTurn(session.id);
/** Of a connection, after which Postgres plans a statement once for all values. */
const UNTIL_GENERIC = 10;

interface Prepared {
  readonly name: string;
  readonly statement: string;
  readonly generic_plans: string;
}

describe("the statements of every step", () => {
  let database: TestDatabase | null = null;
  /** Its tables are not as migrations made them. */
  let isChanged = false;
  /** Of one connection, which is looked into between its uses. */
  let pool: Pool;
  const clock = fakeClock();

  beforeEach(async () => {
    database ??= await migratedDatabase();
    pool = testPool({ connectionString: database.url, max: 1, pipeline: true });
  });
  afterEach(async () => {
    await pool.end();
    if (isChanged) await removeDatabase();
    else await database?.empty();
  });
  afterAll(removeDatabase);

  async function removeDatabase(): Promise<void> {
    await database?.remove();
    database = null;
    isChanged = false;
  }
  async function change(statement: string): Promise<void> {
    isChanged = true;
    await database?.execute(statement);
  }

  async function opened({ isOwn = true } = {}) {
    const prepared = isOwn ? new PreparedStatements(clock, silentLogger) : null;
    const driver = new PostgresDriver({ connect: () => pool.connect(), localTimeoutMs: null, prepared });
    const db: Db = new Kysely<Database>({ dialect: new PostgresKyselyDialect(driver) }).withSchema(
      MIGRATED_SCHEMA,
    );
    const executor = new StoreExecutor({
      reader: db,
      writer: db,
      dialect: postgresSqlDialect,
      retry: retryConflicts(systemClock, () => 0),
      transactions: new PostgresTransactions(driver),
    });
    const repositoriesOf = sqlRepositories(db, postgresSqlDialect);
    const store: Repositories = repositoriesOf(executor);
    await store.workspaces.insert(workspace);
    await store.sessions.insert(session);
    const transaction = <T>(work: (inside: Repositories) => Promise<T>) =>
      executor.atomic((inside) => work(repositoriesOf(inside)));
    const lock = () => transaction(({ sessions }) => sessions.lock("t", session.id));
    return { store, transaction, lock };
  }

  async function prepared(): Promise<readonly Prepared[]> {
    const { rows } = await pool.query<Prepared>(
      "select name, statement, generic_plans from pg_prepared_statements order by name",
    );
    return rows;
  }

  async function planOfLock(): Promise<string> {
    const [lock] = (await prepared()).filter(({ statement }) => statement.includes("for update"));
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(
      `explain execute ${lock?.name ?? ""}('deleted', '${session.id}', 't')`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  }

  it("are prepared once for each connection", async () => {
    const { store, lock } = await opened();
    for (let time = 0; time < UNTIL_GENERIC; time++) {
      expect(await store.workspaces.get("t", workspace.id)).toEqual(workspace);
      expect(await lock()).toMatchObject({ id: session.id });
    }
    const kept = await prepared();
    expect(kept).toHaveLength(2);
    for (const { generic_plans } of kept) expect(Number(generic_plans)).toBeGreaterThan(0);
  });

  it("are not on connections that are another's, or come from a pooler", async () => {
    const { store, lock } = await opened({ isOwn: false });
    await store.workspaces.get("t", workspace.id);
    expect(await lock()).toMatchObject({ id: session.id });
    expect(await prepared()).toEqual([]);
  });

  it("are planned again after a second: a plan may be made for a table of another size", async () => {
    const { lock } = await opened();
    await change("analyze workspace_agent.sessions");
    // While this holds, it does not matter when else Postgres makes a plan.
    await pool.query("set enable_seqscan = off");
    for (let time = 0; time < UNTIL_GENERIC; time++) await lock();
    expect(await planOfLock()).toContain("Index Scan");
    await pool.query("reset enable_seqscan");
    await clock.advance(1_000);
    await lock();
    expect(await planOfLock()).toContain("Seq Scan");
  });

  it("are prepared again when a migration changes what they give", async () => {
    const { store, lock } = await opened();
    const before = await store.workspaces.get("t", workspace.id);
    await lock();
    const { length } = await prepared();
    await change("alter table workspace_agent.workspaces alter column name type varchar");
    expect(await store.workspaces.get("t", workspace.id)).toEqual(before);
    await lock();
    await change("alter table workspace_agent.sessions alter column data type varchar");
    expect(await lock()).toMatchObject({ id: session.id });
    await store.workspaces.get("t", workspace.id);
    // Both, after each change.
    expect(await prepared()).toHaveLength(length + 4);
  });

  it("are prepared again when a migration changes what they take", async () => {
    const { store } = await opened();
    await store.turns.save("t", turn);
    await change("alter table workspace_agent.turns alter column data type jsonb using data::jsonb");
    await store.turns.save("t", turn);
  });

  it("stay prepared when their transaction fails for another reason", async () => {
    const { transaction, lock } = await opened();
    const event = anEvent(session.id, 1);
    const twice = transaction(async ({ events, turns }) => {
      await events.append("t", session.id, [event]);
      const asked = [events.append("t", session.id, [event]), turns.save("t", turn), turns.save("t", turn)];
      for (const { status } of await Promise.allSettled(asked)) expect(status).toBe("rejected");
      return await asked[0];
    });
    await expect(twice).rejects.toMatchObject({ detail: "A number of the session's log is taken." });
    expect(await lock()).toMatchObject({ id: session.id });
    expect((await prepared()).map(({ statement }) => statement)).toContainEqual(
      expect.stringContaining("for update"),
    );
  });

  it("have the same names on all instances, and others for other texts: poolers may mix their connections", () => {
    const [one, other] = [
      new PreparedStatements(clock, silentLogger),
      new PreparedStatements(clock, silentLogger),
    ];
    other.of("select 1");
    expect(other.of("select 2")).toEqual(one.of("select 2"));
    expect(one.of("select 2")).not.toEqual(one.of("select 1"));
  });

  it("are no longer prepared where connections turn out to be a pooler's", async () => {
    const { store, lock } = await opened();
    await lock();
    await pool.query("deallocate all");
    expect(await lock()).toMatchObject({ id: session.id });
    expect(await store.workspaces.get("t", workspace.id)).toEqual(workspace);
    expect(await prepared()).toEqual([]);
  });
});
