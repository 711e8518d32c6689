import type { CompleteStore } from "@workspace-agent/core";
import { aSession, aWorkspace, fakeClock } from "@workspace-agent/core/testing";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { sqliteStore } from "./sqlite-store.ts";
import { newFile } from "./testing/new-file.ts";

describe("the connections of a store", () => {
  const clock = fakeClock();
  let file: string;
  let store: CompleteStore;

  beforeEach(async () => {
    ({ file } = await newFile());
    store = sqliteStore({ file, clock });
    await store.start();
    return () => store.close();
  });

  it("read what is committed while a transaction is open, without waiting for it", async () => {
    const before = aWorkspace();
    await store.workspaces.insert(before);
    const page = { limit: 10 };
    await store.transaction(async ({ workspaces }) => {
      await workspaces.insert(aWorkspace({ tenant: before.tenant }));
      expect(await store.workspaces.list(before.tenant, page)).toEqual([before]);
      expect(await store.workspaces.list(before.tenant, page)).toEqual([before]);
    });
    expect(await store.workspaces.list(before.tenant, page)).toHaveLength(2);
  });

  it("give a list again after every kind of write", async () => {
    const workspace = aWorkspace({ tenant: "tenant" });
    const names = async () => (await store.workspaces.list("tenant", { limit: 9 })).map(({ name }) => name);
    const idle = async () =>
      (await store.workspaces.countSessions("tenant", [workspace.id])).get(workspace.id)?.idle;
    expect(await names()).toEqual([]);
    await store.workspaces.insert(workspace);
    expect(await names()).toEqual([workspace.name]);
    await store.workspaces.update("tenant", workspace.id, { name: "other", updated_at: 1 });
    expect(await names()).toEqual(["other"]);
    const session = aSession(workspace);
    expect(await idle()).toBe(0);
    await store.transaction(({ sessions }) => sessions.insert(session));
    expect(await idle()).toBe(1);
    const undone = store.transaction(async ({ workspaces }) => {
      await workspaces.delete("tenant", workspace.id);
      expect(await workspaces.list("tenant", { limit: 9 })).toEqual([]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await names()).toEqual(["other"]);
    await store.workspaces.delete("tenant", workspace.id);
    expect(await names()).toEqual([]);
    expect(await idle()).toBe(0);
  });

  it("let other work have its turn while many lines are removed", async () => {
    const lines = Array.from({ length: 10_001 }, (_, index) => ({ index, text: "{}" }));
    await store.stagedLines.append("tenant", "load", lines, 1);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await store.stagedLines.delete("tenant", "load");
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(await store.stagedLines.page("tenant", "load", { after: -1, limit: 1 })).toEqual([]);
  });

  it("measure leases by the store's clock, which setting the wall time does not move", async () => {
    const workspace = aWorkspace();
    await store.workspaces.insert(workspace);
    await store.sessions.insert(aSession(workspace, { state: { status: "queued" } }));
    const options = { owner: "inst_a", leaseMs: 45_000, limit: 1, placements: [workspace.placement] };
    expect(await store.sessions.claim(options)).toHaveLength(1);
    clock.jump(3_600_000);
    await clock.advance(44_999);
    expect(await store.sessions.claim(options)).toEqual([]);
    await clock.advance(1);
    expect(await store.sessions.claim(options)).toHaveLength(1);
  });

  it("say that another program keeps the file locked, and work again when it releases it", async () => {
    const other = new Sqlite(file);
    other.exec("begin immediate");
    await expect(store.transaction(async () => 1)).rejects.toMatchObject({ code: "overloaded" });
    await expect(store.check()).rejects.toMatchObject({ code: "overloaded" });
    other.close();
    await store.check();
    await store.workspaces.insert(aWorkspace());
  });

  it("say nothing of SQL, paths or values when the database fails", async () => {
    const other = new Sqlite(file);
    other.exec("drop table write_checks");
    other.close();
    const failure: unknown = await store.check().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "internal", detail: "The database failed." });
    expect(String(failure)).not.toMatch(/write_checks|insert|agent/);
  });
});
