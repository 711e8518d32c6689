import { aSession, anEvent, aWorkspace } from "@workspace-agent/core/testing";
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

/** As on a database where each session takes so long: a cascade removes them all in one statement. */
const SLOW_SESSIONS = `
  create function workspace_agent.slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.05); return old; end $$;
  create trigger slow before delete on workspace_agent.sessions
    for each row execute function workspace_agent.slow()`;

it("the removal of a workspace takes no statement that grows with its sessions", async () => {
  const database = await migratedDatabase();
  const store = postgresStore({ connectionString: database.url, statementTimeoutMs: 1_000 });
  await store.start();
  try {
    const workspace = aWorkspace();
    const { tenant, id } = workspace;
    const session = aSession(workspace, { id: "ses_0", next_seq: 101 });
    await store.workspaces.insert(workspace);
    await store.sessions.insert(session);
    await store.events.append(tenant, session.id, [anEvent(session.id, 1)]);
    await database.execute(`set search_path to workspace_agent;
      insert into sessions (id, tenant, workspace_id, placement, status, next_seq, epoch, lease_until, attempts, data)
        select 'ses_' || n, tenant, workspace_id, placement, status, next_seq, epoch, lease_until, attempts, data
        from sessions, generate_series(1, 40) n;
      insert into events
        select (jsonb_populate_record(events, jsonb_build_object('session_id', 'ses_' || n, 'seq', later))).*
        from events, generate_series(1, 40) n, generate_series(1, 100) later`);
    await database.execute(SLOW_SESSIONS);
    await store.workspaces.delete(tenant, id);
    expect(await store.workspaces.get(tenant, id)).toBeNull();
    expect(await database.rows("select from workspace_agent.events")).toEqual([]);
  } finally {
    await store.close();
    await database.remove();
  }
});
