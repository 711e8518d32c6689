import { describe, expect, it } from "vitest";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { aMessage, anEvent, aTurn, aWorkspace, unique } from "./records.ts";

export function workspacesSuite(theStore: TheStore): void {
  describe("workspaces", () => {
    it("are given back as they were inserted", async () => {
      const workspace = await givenWorkspace(theStore(), { template: "node", labels: { "ä %": "🙂" } });
      expect(await theStore().workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    });

    it("are unknown until they are inserted", async () => {
      expect(await theStore().workspaces.get(unique(), "ws_unknown")).toBeNull();
    });

    it("have a name that no other of their tenant has", async () => {
      const first = await givenWorkspace(theStore(), { name: "build" });
      const second = aWorkspace({ tenant: first.tenant, name: "build" });
      await expect(theStore().workspaces.insert(second)).rejects.toMatchObject({ code: "name_taken" });
      expect(await theStore().workspaces.get(first.tenant, second.id)).toBeNull();
    });

    it("may share a name across tenants, and differ by its case within one", async () => {
      const first = await givenWorkspace(theStore(), { name: "build" });
      await givenWorkspace(theStore(), { name: "build" });
      await givenWorkspace(theStore(), { tenant: first.tenant, name: "Build" });
      expect(await theStore().workspaces.list(first.tenant, { limit: 10 })).toHaveLength(2);
    });

    it("that are made at once under one name: one is", async () => {
      const tenant = unique();
      const results = await Promise.allSettled(
        Array.from({ length: 5 }, () => theStore().workspaces.insert(aWorkspace({ tenant, name: "same" }))),
      );
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      expect(await theStore().workspaces.list(tenant, { limit: 10 })).toHaveLength(1);
    });

    it("change in the fields that are given, and are returned as they are then", async () => {
      const workspace = await givenWorkspace(theStore());
      const config = { ...workspace.config, system_prompt: "Be long." };
      const change = { name: "renamed", config, config_version: 2, updated_at: 5 };
      const changed = await theStore().workspaces.update(workspace.tenant, workspace.id, change);
      expect(changed).toEqual({ ...workspace, ...change });
      expect(await theStore().workspaces.get(workspace.tenant, workspace.id)).toEqual(changed);

      const rest = { labels: { a: "b" }, status: "deleting", placement: "other", updated_at: 6 } as const;
      await theStore().workspaces.update(workspace.tenant, workspace.id, rest);
      expect(await theStore().workspaces.get(workspace.tenant, workspace.id)).toEqual({
        ...changed,
        ...rest,
      });
    });

    it("are not renamed to a taken name, but to their own", async () => {
      const first = await givenWorkspace(theStore(), { name: "one" });
      const second = await givenWorkspace(theStore(), { tenant: first.tenant, name: "two" });
      const rename = (name: string) =>
        theStore().workspaces.update(first.tenant, second.id, { name, updated_at: 9 });
      await expect(rename("one")).rejects.toMatchObject({ code: "name_taken" });
      expect(await theStore().workspaces.get(first.tenant, second.id)).toEqual(second);
      expect(await rename("two")).toMatchObject({ name: "two", updated_at: 9 });
    });

    it("that are not there cannot be changed, and are deleted in peace", async () => {
      expect(await theStore().workspaces.update(unique(), "ws_unknown", { updated_at: 1 })).toBeNull();
      await theStore().workspaces.delete(unique(), "ws_unknown");
    });

    it("take their sessions, events, turns and messages with them, and free their name", async () => {
      const store = theStore();
      const workspace = await givenWorkspace(store);
      const { tenant } = workspace;
      const session = await givenSession(store, {}, workspace);
      const turn = aTurn(session.id);
      await store.turns.save(tenant, turn);
      await store.events.append(tenant, session.id, [anEvent(session.id, 1)]);
      await store.messages.append(tenant, session.id, [aMessage(session.id, 1)]);
      const neighbour = await givenSession(store, {}, await givenWorkspace(store, { tenant }));

      await store.workspaces.delete(tenant, workspace.id);

      expect(await store.workspaces.get(tenant, workspace.id)).toBeNull();
      expect(await store.sessions.get(tenant, workspace.id, session.id)).toBeNull();
      expect(await store.turns.get(tenant, session.id, turn.turn.id)).toBeNull();
      expect(await store.events.page(tenant, session.id, { after: 0, limit: 10 })).toEqual([]);
      expect(await store.messages.page(tenant, session.id, { after: 0, limit: 10 })).toEqual([]);
      expect(await store.sessions.get(tenant, neighbour.workspace_id, neighbour.id)).toEqual(neighbour);
      await givenWorkspace(store, { tenant, name: workspace.name });
    });

    it("of other tenants are neither seen nor touched", async () => {
      const workspace = await givenWorkspace(theStore());
      await givenSession(theStore(), {}, workspace);
      const stranger = unique();
      const { workspaces } = theStore();
      expect(await workspaces.get(stranger, workspace.id)).toBeNull();
      expect(await workspaces.list(stranger, { limit: 10 })).toEqual([]);
      expect(await workspaces.list(stranger, { limit: 10, ids: [workspace.id] })).toEqual([]);
      expect(await workspaces.update(stranger, workspace.id, { name: "x", updated_at: 1 })).toBeNull();
      expect((await workspaces.countSessions(stranger, [workspace.id])).get(workspace.id)?.idle).toBe(0);
      await workspaces.delete(stranger, workspace.id);
      expect(await workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    });

    it("count their sessions by status, without those of others", async () => {
      const workspace = await givenWorkspace(theStore());
      const empty = await givenWorkspace(theStore(), { tenant: workspace.tenant });
      for (const status of ["idle", "idle", "idle", "queued", "queued", "running"] as const) {
        await givenSession(theStore(), { state: { status } }, workspace);
      }
      const ids = [workspace.id, empty.id, "ws_unknown"];
      expect(await theStore().workspaces.countSessions(workspace.tenant, ids)).toEqual(
        new Map([
          [workspace.id, { idle: 3, queued: 2, running: 1, waiting: 0 }],
          [empty.id, { idle: 0, queued: 0, running: 0, waiting: 0 }],
          ["ws_unknown", { idle: 0, queued: 0, running: 0, waiting: 0 }],
        ]),
      );
      expect(await theStore().workspaces.countSessions(workspace.tenant, [])).toEqual(new Map());
    });

    it("that are being deleted are found across tenants", async () => {
      const ready = await givenWorkspace(theStore());
      const first = await givenWorkspace(theStore(), { status: "deleting" });
      const second = await givenWorkspace(theStore());
      await theStore().workspaces.update(second.tenant, second.id, { status: "deleting", updated_at: 2 });
      const deleting = await theStore().workspaces.listDeleting();
      expect(deleting).toContainEqual(first);
      expect(deleting).toContainEqual({ ...second, status: "deleting", updated_at: 2 });
      expect(deleting).not.toContainEqual(ready);
    });

    it("of all tenants and of any status are paged through, the oldest first", async () => {
      const made = [
        await givenWorkspace(theStore()),
        await givenWorkspace(theStore(), { config_version: 0 }),
        await givenWorkspace(theStore(), { status: "deleting" }),
        await givenWorkspace(theStore()),
      ];
      const { listAll } = theStore().workspaces;
      const found: WorkspaceRecord[] = [];
      for (let after: string | undefined; ;) {
        const page = await listAll({ limit: 3, ...(after !== undefined && { after }) });
        found.push(...page);
        if (page.length < 3) break;
        after = page.at(-1)?.id;
      }
      const ids = found.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted());
      const own = new Set(made.map(({ id }) => id));
      expect(found.filter(({ id }) => own.has(id))).toEqual(made);
    });
  });
}
