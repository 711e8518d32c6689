import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import { expect, it } from "vitest";
import { postgresStore } from "./postgres-store.ts";
import { testDatabase } from "./testing/test-database.ts";

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
