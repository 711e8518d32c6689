import { aWorkspace } from "@workspace-agent/core/testing";
import { expect, it } from "vitest";
import { sqliteStore } from "./sqlite-store.ts";

it("a store in memory has one connection: a read waits for the open transaction, and the store is gone when it is closed", async () => {
  const store = sqliteStore({ file: ":memory:" });
  await store.start();
  const workspace = aWorkspace();
  const { tenant, id } = workspace;
  const [written, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let hasEnded = false;
  const transaction = store.transaction(async ({ workspaces }) => {
    await workspaces.insert(workspace);
    written.resolve(undefined);
    await released.promise;
    hasEnded = true;
  });
  await written.promise;
  const reading = store.workspaces.get(tenant, id).then((seen) => ({ seen, hasEnded }));
  released.resolve(undefined);
  await transaction;
  expect(await reading).toEqual({ seen: workspace, hasEnded: true });
  await store.close();
  const other = sqliteStore({ file: ":memory:" });
  await other.start();
  expect(await other.workspaces.get(tenant, id)).toBeNull();
  await other.close();
});
