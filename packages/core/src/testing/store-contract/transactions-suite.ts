import { describe, expect, it } from "vitest";
import type { Repositories } from "../../ports/store.ts";
import { givenSession, givenWorkspace, reread, type TheStore } from "./given.ts";
import { aMessage, anEvent, aSession, aTurn, aWorkspace, unique } from "./records.ts";

export function transactionsSuite(theStore: TheStore): void {
  describe("a transaction", () => {
    it("gives what its work gives, and keeps what it wrote", async () => {
      const workspace = aWorkspace();
      const session = aSession(workspace);
      const result = await theStore().transaction(async ({ workspaces, sessions }) => {
        await workspaces.insert(workspace);
        await sessions.insert(session);
        expect(await workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
        return "done";
      });
      expect(result).toBe("done");
      expect(await reread(theStore(), session)).toEqual(session);
    });

    it("may say that it is written before it lasts: once, with what its work gave, and never where it is undone", async () => {
      const store = theStore();
      const workspace = aWorkspace();
      const said: unknown[] = [];
      const result = await store.transaction(
        async ({ workspaces }) => {
          await workspaces.insert(workspace);
          return "done";
        },
        (value) => said.push(value),
      );
      expect(said.length).toBeLessThanOrEqual(1);
      expect(said.every((value) => value === result)).toBe(true);
      const undone = store.transaction(
        () => Promise.reject(new Error("undone")),
        () => said.push("undone"),
      );
      await expect(undone).rejects.toThrow("undone");
      expect(said).not.toContain("undone");
    });

    it("takes writes side by side, each seeing those before it, and is undone by the failure of one", async () => {
      const store = theStore();
      const workspace = await givenWorkspace(store);
      const { tenant } = workspace;
      const session = aSession(workspace);
      const turn = aTurn(session.id);
      const write = ({ sessions, events, turns, messages }: Repositories) => [
        sessions.insert(session),
        events.append(tenant, session.id, [anEvent(session.id, 1)]),
        turns.save(tenant, turn),
        messages.append(tenant, session.id, [aMessage(session.id, 1)]),
      ];
      const undone = store.transaction(async (inside) => {
        const all = [...write(inside), inside.workspaces.insert(workspace), inside.turns.save(tenant, turn)];
        const outcomes = await Promise.allSettled(all);
        expect(outcomes.slice(0, 5).map(({ status }) => status)).toEqual([
          ...Array.from({ length: 4 }, () => "fulfilled"),
          "rejected",
        ]);
        throw (outcomes[4] as PromiseRejectedResult).reason;
      });
      await expect(undone).rejects.toMatchObject({ code: expect.any(String) as string });
      expect(await store.turns.list(tenant, session.id, { limit: 10 })).toEqual([]);
      await store.transaction(async (inside) => {
        await Promise.all(write(inside));
      });
      expect(await reread(store, session)).toEqual(session);
      expect(await store.turns.list(tenant, session.id, { limit: 10 })).toEqual([turn]);
      expect(await store.events.page(tenant, session.id, { after: 0, limit: 10 })).toHaveLength(1);
    });

    it("is undone whole by what its work throws, which is thrown on as it is", async () => {
      const store = theStore();
      const workspace = await givenWorkspace(store);
      const session = await givenSession(store, { state: { status: "queued" } }, workspace);
      const { tenant } = workspace;
      const kept = aTurn(session.id);
      await store.turns.save(tenant, kept);
      const key = { id: unique(), tenant, fingerprint: "", answer: null, created_at: 1 };
      const added = aWorkspace({ tenant });
      const failure = new Error("on purpose");

      const work = async (inside: Repositories) => {
        await inside.workspaces.insert(added);
        await inside.workspaces.update(tenant, workspace.id, { name: "other", updated_at: 1 });
        await inside.sessions.claim({
          owner: "inst_a",
          leaseMs: 1000,
          limit: 1,
          placements: [workspace.placement],
        });
        await inside.turns.save(tenant, { ...kept, first_seq: 9 });
        await inside.events.append(tenant, session.id, [anEvent(session.id, 1)]);
        await inside.messages.append(tenant, session.id, [aMessage(session.id, 1)]);
        await inside.idempotency.insert(key);
        await inside.sessions.delete(tenant, session.id);
        throw failure;
      };
      await expect(store.transaction(work)).rejects.toBe(failure);

      expect(await store.workspaces.list(tenant, { limit: 10 })).toEqual([workspace]);
      expect(await reread(store, session)).toEqual(session);
      expect(await store.turns.list(tenant, session.id, { limit: 10 })).toEqual([kept]);
      expect(await store.events.page(tenant, session.id, { after: 0, limit: 10 })).toEqual([]);
      expect(await store.messages.page(tenant, session.id, { after: 0, limit: 10 })).toEqual([]);
      expect(await store.idempotency.get(tenant, key.id)).toBeNull();
    });

    it("is undone by the error of a repository", async () => {
      const taken = await givenWorkspace(theStore());
      const added = aWorkspace({ tenant: taken.tenant });
      const work = theStore().transaction(async ({ workspaces }) => {
        await workspaces.insert(added);
        await workspaces.insert(aWorkspace({ tenant: taken.tenant, name: taken.name }));
      });
      await expect(work).rejects.toMatchObject({ code: "name_taken" });
      expect(await theStore().workspaces.get(added.tenant, added.id)).toBeNull();
    });

    it("shows nothing of its writes outside before its end", async () => {
      const workspace = aWorkspace();
      const written = Promise.withResolvers<undefined>();
      const released = Promise.withResolvers<undefined>();
      const undone = theStore().transaction(async ({ workspaces }) => {
        await workspaces.insert(workspace);
        written.resolve(undefined);
        await released.promise;
        throw new Error("undone");
      });
      const ended = expect(undone).rejects.toThrow("undone");
      await written.promise;
      const seen = theStore().workspaces.get(workspace.tenant, workspace.id);
      released.resolve(undefined);
      expect(await seen).toBeNull();
      await ended;
    });

    it("shows its writes to whoever reads right after it", async () => {
      const session = await givenSession(theStore());
      for (let seq = 2; seq < 30; seq++) {
        await theStore().transaction(({ sessions }) => sessions.save({ ...session, next_seq: seq }));
        expect(await reread(theStore(), session)).toMatchObject({ next_seq: seq });
      }
    });

    it("runs beside others without mixing with them", async () => {
      const tenant = unique();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          theStore().transaction(async ({ workspaces }) => {
            await workspaces.insert(aWorkspace({ tenant, name: `first ${index}` }));
            await Promise.resolve();
            if (index % 2 === 0) throw new Error("undone");
            await workspaces.insert(aWorkspace({ tenant, name: `second ${index}` }));
          }),
        ),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
      const names = (await theStore().workspaces.list(tenant, { limit: 50 })).map(({ name }) => name);
      const expected = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19].flatMap((n) => [`first ${n}`, `second ${n}`]);
      expect(names.toSorted()).toEqual(expected.toSorted());
    });

    it("that has ended takes no more writes", async () => {
      const workspace = aWorkspace();
      const leaked = await theStore().transaction(async (repositories) => repositories);
      await expect(leaked.workspaces.insert(workspace)).rejects.toThrow();
      expect(await theStore().workspaces.get(workspace.tenant, workspace.id)).toBeNull();
    });
  });

  it("a store that can be written to passes its check, and its clock never runs backwards", async () => {
    const before = await theStore().now();
    await expect(theStore().check()).resolves.toBeUndefined();
    await expect(theStore().check()).resolves.toBeUndefined();
    expect(await theStore().now()).toBeGreaterThanOrEqual(before);
  });
}
