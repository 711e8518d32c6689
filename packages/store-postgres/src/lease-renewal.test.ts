import { systemClock } from "@workspace-agent/core";
import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import {
  sqlRepositories,
  StoreExecutor,
  type Database,
  type Db,
  type Transactions,
} from "@workspace-agent/store-sql";
import { Kysely } from "kysely";
import { expect, it } from "vitest";
import { PostgresDriver } from "./postgres-driver.ts";
import { PostgresFailure } from "./postgres-errors.ts";
import { PostgresKyselyDialect } from "./postgres-kysely-dialect.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { postgresStore } from "./postgres-store.ts";
import { PostgresTransactions } from "./postgres-transactions.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { migratedDatabase, MIGRATED_SCHEMA, testDatabase, testPool } from "./testing/test-database.ts";

it("the renewal of several leases leaves out a row that a transaction has locked", async () => {
  const database = await testDatabase();
  const store = postgresStore({ connectionString: database.url });
  await store.start();
  try {
    const workspace = aWorkspace();
    await store.workspaces.insert(workspace);
    const held = { owner: "inst_a", epoch: 1, lease_until: 9_000_000_000_000 };
    const [locked, free] = [aSession(workspace, held), aSession(workspace, held)];
    for (const session of [locked, free]) await store.sessions.insert(session);
    const leases = [locked, free].map(({ id, epoch }) => ({ session_id: id, epoch }));
    await store.transaction(async ({ sessions }) => {
      await sessions.lock(locked.tenant, locked.id);
      expect(await store.sessions.renew("inst_a", leases, 60_000)).toEqual([free.id]);
    });
  } finally {
    await store.close();
    await database.remove();
  }
});

/** A store each of whose transactions is undone once for another's sake, after its work. */
async function conflictingStore() {
  const database = await migratedDatabase();
  const pool = testPool({ connectionString: database.url, pipeline: true });
  const driver = new PostgresDriver({
    connect: () => pool.connect(),
    localTimeoutMs: null,
    prepared: null,
  });
  const db: Db = new Kysely<Database>({ dialect: new PostgresKyselyDialect(driver) }).withSchema(
    MIGRATED_SCHEMA,
  );
  const inner = new PostgresTransactions(driver);
  let isFirst = true;
  const transactions: Transactions = {
    run: (work) =>
      inner.run(async (transaction) => {
        const value = await work(transaction);
        isFirst = !isFirst;
        if (!isFirst) throw new PostgresFailure("could not serialize access", "40001");
        return value;
      }),
  };
  const executor = new StoreExecutor({
    reader: db,
    writer: db,
    dialect: postgresSqlDialect,
    retry: retryConflicts(systemClock, () => 0),
    transactions,
  });
  const store = sqlRepositories(db, postgresSqlDialect)(executor);
  const remove = async () => {
    await pool.end();
    await database.remove();
  };
  return { store, remove };
}

it("a renewal and a claim that are repeated after a conflict do all that the first attempt did", async () => {
  const { store, remove } = await conflictingStore();
  try {
    const workspace = aWorkspace();
    await store.workspaces.insert(workspace);
    const session = aSession(workspace, { state: { status: "queued" } });
    await store.sessions.insert(session);
    const claimed = await store.sessions.claim({
      owner: "inst_a",
      leaseMs: 60_000,
      limit: 1,
      tenantLimit: 1,
      placements: [workspace.placement],
    });
    expect(claimed).toMatchObject([{ id: session.id, epoch: 1 }]);
    const leases = [
      { session_id: session.id, epoch: 1 },
      { session_id: "ses_other", epoch: 1 },
    ];
    expect(await store.sessions.renew("inst_a", leases, 60_000)).toEqual([session.id]);
  } finally {
    await remove();
  }
});
