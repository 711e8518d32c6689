import { DomainError, type CompleteStore } from "@workspace-agent/core";
import { aSession, aWorkspace, fakeClock } from "@workspace-agent/core/testing";
import { Client, type ClientConfig } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { postgresStore, type PostgresStoreOptions } from "./postgres-store.ts";
import { migratedDatabase, testPool, type TestDatabase } from "./testing/test-database.ts";
import { until } from "./testing/until.ts";

const OTHERS =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";

/** The server's final message arrives in one piece with its first. */
class EndedWhenNew extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.once("connect", () => this.emit("error", new Error("terminating connection")));
  }
}

describe("the connections of a store", () => {
  let database: TestDatabase;
  const open: CompleteStore[] = [];

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
    await database.empty();
  });
  afterAll(() => database.remove());

  async function started(options: Partial<PostgresStoreOptions> = {}): Promise<CompleteStore> {
    const store = postgresStore({ connectionString: database.url, ...options } as PostgresStoreOptions);
    open.push(store);
    await store.start();
    return store;
  }

  async function databaseTime(): Promise<number> {
    const [now] = await database.rows<{ ms: string }>(
      "select extract(epoch from clock_timestamp()) * 1000 as ms",
    );
    return Number(now?.ms);
  }

  it("are made again when the server ends them, and nothing shows", async () => {
    const store = await started();
    const workspace = aWorkspace();
    await store.workspaces.insert(workspace);
    for (let time = 0; time < 3; time++) {
      await Promise.all([1, 2, 3, 4].map(() => store.workspaces.get(workspace.tenant, workspace.id)));
      await database.execute(OTHERS);
      expect(await store.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
      await database.execute(OTHERS);
      await store.transaction(({ workspaces }) => workspaces.insert(aWorkspace()));
    }
  });

  it("that end as they are returned do not end the process", async () => {
    const pool = testPool({ connectionString: database.url, Client: EndedWhenNew });
    const store = postgresStore({ pool });
    await store.start();
    await expect(store.workspaces.get("t", "ws_1")).resolves.toBeNull();
    await store.close();
    await pool.end();
  });

  it("that end within a transaction undo it, with an error that may be tried again", async () => {
    const store = await started();
    const workspace = aWorkspace();
    const broken = store.transaction(async ({ workspaces }) => {
      await workspaces.insert(workspace);
      await database.execute(OTHERS);
      await workspaces.get(workspace.tenant, workspace.id);
    });
    const failure: unknown = await broken.catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "overloaded", detail: "The database cannot be reached." });
    expect(DomainError.isInstance(failure) && failure.retryable).toBe(true);
    expect(await store.workspaces.get(workspace.tenant, workspace.id)).toBeNull();
  });

  it("are waited for no longer than it was said", async () => {
    // As long as a busy machine may take to connect, which the start does too.
    const store = await started({ poolSize: 1, connectTimeoutMs: 2_000, listen: false });
    await store.transaction(async ({ workspaces }) => {
      await workspaces.get("t", "ws_1");
      await expect(store.workspaces.get("t", "ws_1")).rejects.toMatchObject({ code: "overloaded" });
    });
    expect(await store.workspaces.get("t", "ws_1")).toBeNull();
  });

  it.each([
    ["own", {}],
    ["behind a pooler", { transactionPooling: true }],
  ])("give up statements that take too long: %s", async (_, options) => {
    // As long as a busy machine may take for the statements before.
    const store = await started({ ...options, statementTimeoutMs: 1_500 });
    const workspace = aWorkspace();
    const session = aSession(workspace);
    await store.workspaces.insert(workspace);
    await store.sessions.insert(session);
    await store.transaction(async ({ sessions }) => {
      await sessions.lock(session.tenant, session.id);
      const waiting = store.transaction((inside) => inside.sessions.lock(session.tenant, session.id));
      await expect(waiting).rejects.toMatchObject({
        code: "overloaded",
        detail: "The database took too long.",
      });
    });
  });

  it("of a host's pool are given back, and the pool stays open", async () => {
    const pool = testPool({ connectionString: database.url, max: 3 });
    const store = postgresStore({ pool });
    await store.start();
    await store.check();
    await store.close();
    expect(pool.idleCount).toBe(pool.totalCount);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it("do again what was undone for a deadlock", async () => {
    const store = await started();
    const workspace = aWorkspace();
    const sessions = [aSession(workspace), aSession(workspace)];
    await store.workspaces.insert(workspace);
    for (const session of sessions) await store.sessions.insert(session);
    let runs = 0;
    const first = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const crosswise = [sessions, sessions.toReversed()].map((order, index) =>
      store.transaction(async (inside) => {
        runs += 1;
        for (const session of order) {
          await inside.sessions.lock(session.tenant, session.id);
          first[index]?.resolve(undefined);
          await Promise.all(first.map(({ promise }) => promise));
        }
        return index;
      }),
    );
    expect(await Promise.all(crosswise)).toEqual([0, 1]);
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it("measure leases by the database's clock alone", async () => {
    const clock = fakeClock();
    const store = await started({ clock, listen: false });
    const workspace = aWorkspace();
    await store.workspaces.insert(workspace);
    await store.sessions.insert(aSession(workspace, { state: { status: "queued" } }));
    const options = { owner: "inst_a", leaseMs: 45_000, limit: 1, placements: [workspace.placement] };
    const before = await databaseTime();
    const [claimed] = await store.sessions.claim(options);
    const after = await databaseTime();
    const claimedAt = (claimed?.lease_until ?? 0) - options.leaseMs;
    expect(claimedAt).toBeGreaterThanOrEqual(Math.floor(before));
    expect(claimedAt).toBeLessThanOrEqual(Math.ceil(after));
    clock.jump(3_600_000);
    await clock.advance(60_000);
    expect(await store.sessions.claim(options)).toEqual([]);
  });

  it("never give one session to two of many that claim at once, the longest waiting first", async () => {
    const stores = [await started(), await started(), await started()];
    const workspace = aWorkspace();
    await stores[0]?.workspaces.insert(workspace);
    for (let count = 0; count < 60; count++)
      await stores[0]?.sessions.insert(aSession(workspace, { state: { status: "queued" } }));
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        stores.map(({ sessions }) =>
          sessions.claim({
            owner: `inst_${index}`,
            leaseMs: 60_000,
            limit: 3,
            placements: [workspace.placement],
          }),
        ),
      ).flat(),
    );
    const claimed = claims.flat().map(({ id }) => id);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.length).toBeGreaterThan(0);
  });

  it("find nothing by a name with NUL, and write none", async () => {
    const store = await started();
    expect(await store.workspaces.get("t", "ws_\0")).toBeNull();
    expect(await store.workspaces.list("t\0", { limit: 9, search: "\0", ids: ["\0"] })).toEqual([]);
    const refused = store.workspaces.insert(aWorkspace({ name: "a\0b" }));
    await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("say nothing of SQL or values when the database fails", async () => {
    const store = await started();
    await database.execute("alter table workspace_agent.write_checks rename to write_checks_away");
    const failure: unknown = await store.check().catch((error: unknown) => error);
    await database.execute("alter table workspace_agent.write_checks_away rename to write_checks");
    expect(failure).toMatchObject({ code: "internal", detail: "A table of the store is not there." });
    expect(String(failure)).not.toMatch(/write_checks|insert/);
  });

  it("count what a session used once when two remove it at the same time", async () => {
    const store = await started();
    const workspace = aWorkspace();
    const session = aSession(workspace);
    const { tenant, id } = workspace;
    await store.workspaces.insert(workspace);
    await store.sessions.insert(session);
    const used = {
      day: "2026-01-01",
      model: "m",
      turns: 1,
      steps: 1,
      tool_calls: 1,
      input_tokens: 1,
      output_tokens: 1,
      cache_read_tokens: 1,
      cache_write_tokens: 1,
      cost_usd: 1,
      duration_ms: 1,
    };
    await store.usage.add(tenant, id, session.id, [used]);
    await Promise.all([1, 2, 3, 4].map(() => store.sessions.delete(tenant, session.id)));
    expect(await store.usage.list(tenant, id)).toEqual([used]);
    await until(async () => (await store.sessions.list(tenant, id, { limit: 1 })).length === 0);
  });
});
