import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import { Client } from "pg";
import { expect, it } from "vitest";
import { postgresStore } from "./postgres-store.ts";
import { migratedDatabase } from "./testing/test-database.ts";
import { until } from "./testing/until.ts";

const NO_DEADLOCKS =
  "do $$ begin execute format('alter database %I set deadlock_timeout = ''1h''', current_database()); end $$";
const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

it("the removal of a workspace does not block a transaction that has locked its working copy", async () => {
  const database = await migratedDatabase();
  // Two that wait for each other would do so until the time-out of statements.
  await database.execute(NO_DEADLOCKS);
  const store = postgresStore({ connectionString: database.url, statementTimeoutMs: 5_000 });
  const watcher = new Client({ connectionString: database.url });
  await Promise.all([store.start(), watcher.connect()]);
  try {
    const workspace = aWorkspace();
    const { tenant, id } = workspace;
    await store.workspaces.insert(workspace);
    await store.transaction(({ workingCopies }) => workingCopies.lock(tenant, id));
    const removals: Promise<void>[] = [];
    await store.transaction(async ({ workingCopies, sessions }) => {
      await workingCopies.lock(tenant, id);
      removals.push(store.workspaces.delete(tenant, id));
      await until(async () => (await watcher.query(WAITING)).rowCount === 1);
      await sessions.insert(aSession(workspace));
    });
    await Promise.all(removals);
    expect(await store.workspaces.get(tenant, id)).toBeNull();
    expect(await store.workingCopies.get(tenant, id)).toBeNull();
  } finally {
    await watcher.end();
    await store.close();
    await database.remove();
  }
});
