import { describe, expect, it } from "vitest";
import { newId } from "../../domain/ids.ts";
import type { SessionRecord, SessionState } from "../../domain/sessions/session.ts";
import { givenSession, givenWorkspace, reread, type TheStore } from "./given.ts";
import { aMessage, anEvent, aSession, aTurn, aWorkspace, unique } from "./records.ts";

export function sessionsSuite(theStore: TheStore): void {
  describe("sessions", () => {
    it("are given back as they were inserted", async () => {
      const session = await givenSession(theStore(), {
        name: "Night run",
        parent: { session_id: "ses_1", turn_id: "turn_1", call_id: "call_1" },
        state: {
          status: "waiting",
          queued_turns: [aTurn("ses_1")],
          ended_usage: { ...aTurn("x").turn.stats },
        },
        next_seq: 7,
        owner: "inst_1",
        epoch: 3,
        lease_until: 1_767_225_600_123,
        attempts: 2,
        interrupt_turn_id: "turn_1",
      });
      expect(await reread(theStore(), session)).toEqual(session);
    });

    it("need a workspace of their tenant", async () => {
      const { sessions } = theStore();
      const workspace = await givenWorkspace(theStore());
      const orphan = aSession(aWorkspace());
      const foreign = aSession({ ...workspace, tenant: unique() });
      await expect(sessions.insert(orphan)).rejects.toMatchObject({ code: "not_found" });
      await expect(sessions.insert(foreign)).rejects.toMatchObject({ code: "not_found" });
      expect(await reread(theStore(), foreign)).toBeNull();
    });

    it("are found in their own workspace and tenant only", async () => {
      const session = await givenSession(theStore());
      const { sessions } = theStore();
      expect(await sessions.get(session.tenant, "ws_other", session.id)).toBeNull();
      expect(await sessions.get(unique(), session.workspace_id, session.id)).toBeNull();
      expect(await sessions.list(unique(), session.workspace_id, { limit: 10 })).toEqual([]);
      expect(await sessions.lock(unique(), session.id)).toBeNull();
      await sessions.delete(unique(), session.id);
      await expect(sessions.save({ ...session, tenant: unique() })).rejects.toMatchObject({
        code: "not_found",
      });
      expect(await reread(theStore(), session)).toEqual(session);
    });

    it("are listed newest first, page by page, while others begin", async () => {
      const workspace = await givenWorkspace(theStore());
      await givenSession(theStore(), {}, await givenWorkspace(theStore(), { tenant: workspace.tenant }));
      const now = Date.now();
      const ids = Array.from({ length: 5 }, () => newId("ses", now));
      for (const id of ids) await givenSession(theStore(), { id }, workspace);
      const page = async (before?: string) =>
        (
          await theStore().sessions.list(workspace.tenant, workspace.id, {
            limit: 2,
            ...(before && { before }),
          })
        ).map(({ id }) => id);
      expect(await page()).toEqual([ids[4], ids[3]]);
      await givenSession(theStore(), {}, workspace);
      expect(await page(ids[3])).toEqual([ids[2], ids[1]]);
      expect(await page(ids[1])).toEqual([ids[0]]);
      expect(await page(ids[0])).toEqual([]);
    });

    it("are saved in all but their id, tenant and workspace", async () => {
      const session = await givenSession(theStore());
      const changed = {
        ...session,
        placement: "other",
        name: "renamed",
        parent: { session_id: "a", turn_id: "b", call_id: "c" },
        state: { ...session.state, status: "running", preview: "Hello" },
        next_seq: 12,
        owner: "inst_2",
        epoch: 4,
        lease_until: 99,
        attempts: 1,
        interrupt_turn_id: "turn_9",
      } as const;
      await theStore().transaction(async ({ sessions }) => {
        expect(await sessions.lock(session.tenant, session.id)).toEqual(session);
        await sessions.save({ ...changed, workspace_id: "ws_other" });
      });
      expect(await reread(theStore(), session)).toEqual(changed);
    });

    it("that are not there are not saved, locked or deleted", async () => {
      const session = aSession(await givenWorkspace(theStore()));
      await expect(theStore().sessions.save(session)).rejects.toMatchObject({ code: "not_found" });
      await theStore().sessions.delete(session.tenant, session.id);
      await theStore().transaction(async ({ sessions }) => {
        expect(await sessions.lock(session.tenant, session.id)).toBeNull();
      });
      expect(await reread(theStore(), session)).toBeNull();
    });

    it("take their events, turns and messages with them", async () => {
      const store = theStore();
      const session = await givenSession(store);
      const { tenant, id } = session;
      const turn = aTurn(id);
      await store.turns.save(tenant, turn);
      await store.events.append(tenant, id, [anEvent(id, 1)]);
      await store.messages.append(tenant, id, [aMessage(id, 1)]);
      await store.sessions.delete(tenant, id);
      expect(await reread(store, session)).toBeNull();
      expect(await store.turns.get(tenant, id, turn.turn.id)).toBeNull();
      expect(await store.turns.list(tenant, id, { limit: 10 })).toEqual([]);
      expect(await store.events.page(tenant, id, { after: 0, limit: 10 })).toEqual([]);
      expect(await store.messages.page(tenant, id, { after: 0, limit: 10 })).toEqual([]);
      expect(await store.messages.ofTurn(tenant, id, "turn_1")).toEqual([]);
    });

    it("tell whether they were removed", async () => {
      const session = await givenSession(theStore());
      const remove = () => theStore().sessions.delete(session.tenant, session.id);
      expect([await remove(), await remove()]).toEqual([true, false]);
    });

    it("that must be idle since a time are removed only if they are", async () => {
      const { sessions } = theStore();
      const workspace = await givenWorkspace(theStore());
      const at = Date.parse("2026-01-02T00:00:00.000Z");
      const activeAt = (time: number) => ({ last_active_at: new Date(time).toISOString() });
      const remove = ({ tenant, id }: SessionRecord) => sessions.delete(tenant, id, { idleSince: at });
      const idle = await givenSession(theStore(), { state: activeAt(at - 1) }, workspace);
      expect(await remove(idle)).toBe(true);
      expect(await reread(theStore(), idle)).toBeNull();
      expect(await remove(idle)).toBe(false);

      const stay: readonly Partial<SessionState>[] = [
        activeAt(at),
        activeAt(at + 1),
        ...(["queued", "running", "waiting"] as const).map((status) => ({ status, ...activeAt(at - 1) })),
      ];
      for (const state of stay) {
        const session = await givenSession(theStore(), { state }, workspace);
        expect(await remove(session)).toBe(false);
        expect(await remove({ ...session, tenant: unique() })).toBe(false);
        expect(await reread(theStore(), session)).toEqual(session);
      }
    });

    it("that get work while they are removed for being idle are removed, or keep it", async () => {
      const workspace = await givenWorkspace(theStore());
      const sessions = await Promise.all(
        Array.from({ length: 20 }, () => givenSession(theStore(), {}, workspace)),
      );
      const { tenant } = workspace;
      const work = ({ id }: SessionRecord) =>
        theStore().transaction(async ({ sessions }) => {
          const record = await sessions.lock(tenant, id);
          if (record === null) return false;
          await Promise.resolve();
          await sessions.save({ ...record, state: { ...record.state, status: "queued" } });
          return true;
        });
      const isOne = await Promise.all(
        sessions.map(async (session, index) => {
          const remove = () => theStore().sessions.delete(tenant, session.id, { idleSince: Date.now() });
          const both = index % 2 === 0 ? [work(session), remove()] : [remove(), work(session)];
          return (await Promise.all(both)).filter((hasHappened) => hasHappened).length === 1;
        }),
      );
      expect(isOne).not.toContain(false);
    });

    it("that are changed by many at once lose no change", async () => {
      const session = await givenSession(theStore());
      const add = () =>
        theStore().transaction(async ({ sessions }) => {
          const record = await sessions.lock(session.tenant, session.id);
          if (record === null) throw new Error("The session is gone.");
          await Promise.resolve();
          await sessions.save({ ...record, next_seq: record.next_seq + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, add));
      expect(await reread(theStore(), session)).toMatchObject({ next_seq: 21 });
    });
  });
}
