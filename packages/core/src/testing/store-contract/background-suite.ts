import { describe, expect, it } from "vitest";
import type { SharedStore } from "../../ports/store.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

const A_MINUTE = 60_000;

export function backgroundSuite(theStore: TheStore<SharedStore>): void {
  const keptBy = (instanceId: string, { id, tenant, workspace_id }: SessionRecord) => ({
    instanceId,
    tenant,
    workspaceId: workspace_id,
    sessionId: id,
  });
  async function givenInstance(ttlMs = A_MINUTE): Promise<string> {
    const id = unique();
    await theStore().cluster.instances.beat(id, unique(), ttlMs);
    return id;
  }
  const claim = (owner: string, placement: string) =>
    theStore().sessions.claim({ owner, leaseMs: A_MINUTE, limit: 10, placements: [placement] });
  const placeOf = ({ tenant, workspace_id }: SessionRecord) =>
    theStore().cluster.background.inWorkspace(tenant, workspace_id);

  describe("processes in the background", () => {
    it("bind their workspace to the instance that keeps them, until the last has ended", async () => {
      const { background } = theStore().cluster;
      const [one, two] = [await givenInstance(), await givenInstance()];
      const workspace = await givenWorkspace(theStore());
      const session = await givenSession(theStore(), { state: { status: "queued" } }, workspace);
      const other = await givenSession(theStore(), {}, workspace);
      await background.add(keptBy(one, other));
      await background.add(keptBy(one, session));
      await background.add(keptBy(one, session));
      expect((await placeOf(session)).toSorted()).toEqual([session.id, other.id].toSorted());
      expect(await claim(two, session.placement)).toEqual([]);
      await background.remove(one, session.id);
      await background.remove(one, session.id);
      expect(await claim(two, session.placement)).toEqual([]);
      await background.remove(two, other.id);
      expect(await placeOf(session)).toEqual([other.id]);
      await background.remove(one, other.id);
      expect(await placeOf(session)).toEqual([]);
      expect(await claim(two, session.placement)).toMatchObject([{ id: session.id }]);
    });

    it("do not keep their own instance from working", async () => {
      const one = await givenInstance();
      const session = await givenSession(theStore(), { state: { status: "queued" } });
      await theStore().cluster.background.add(keptBy(one, session));
      expect(await claim(one, session.placement)).toMatchObject([{ id: session.id }]);
    });

    it("go with their instance: when it leaves, and when it is taken for dead", async () => {
      const { background, instances } = theStore().cluster;
      const [one, two] = [await givenInstance(), await givenInstance()];
      const left = await givenSession(theStore(), { state: { status: "queued" } });
      await background.add(keptBy(one, left));
      await instances.leave(one);
      expect(await placeOf(left)).toEqual([]);
      expect(await claim(two, left.placement)).toHaveLength(1);
      await expect(background.add(keptBy(one, left))).rejects.toMatchObject({ code: "overloaded" });

      const dying = await givenInstance();
      const session = await givenSession(theStore(), { state: { status: "queued" } });
      await background.add(keptBy(dying, session));
      await instances.beat(dying, unique(), 0);
      expect(await placeOf(session)).toEqual([]);
      expect(await background.requestStop(session.tenant, session.id)).toBe(false);
      expect(await claim(two, session.placement)).toHaveLength(1);
      await instances.beat(two, unique(), A_MINUTE);
      expect(await background.unstopped(dying)).toEqual([]);
    });

    it("are not their instance's again when it comes back after it was taken for dead", async () => {
      const { background, instances } = theStore().cluster;
      const next = await givenInstance();
      const session = await givenSession(theStore(), { state: { status: "queued" } });
      const frozen = await givenInstance(50);
      await background.add(keptBy(frozen, session));
      let isBound = true;
      while (isBound) isBound = (await placeOf(session)).length > 0;
      expect(await claim(next, session.placement)).toHaveLength(1);
      await instances.beat(frozen, unique(), A_MINUTE);
      expect([await background.unstopped(frozen), await placeOf(session)]).toEqual([[], []]);
    });

    it("go on until they are stopped, or their session or workspace is removed", async () => {
      const { sessions, workspaces } = theStore();
      const { background } = theStore().cluster;
      const [one, two] = [await givenInstance(), await givenInstance()];
      const kept: SessionRecord[] = [];
      for (let count = 0; count < 4; count++) kept.push(await givenSession(theStore()));
      const [stopped, deleted, leaving, staying] = kept;
      if (!stopped || !deleted || !leaving || !staying) throw new Error("There are four.");
      for (const session of kept) await background.add(keptBy(one, session));
      expect((await background.unstopped(one)).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
      expect(await background.unstopped(two)).toEqual([]);

      expect(await background.requestStop(unique(), stopped.id)).toBe(false);
      expect(await background.requestStop(stopped.tenant, stopped.id)).toBe(true);
      await background.add(keptBy(one, stopped));
      await sessions.delete(deleted.tenant, deleted.id);
      await workspaces.update(leaving.tenant, leaving.workspace_id, { status: "deleting", updated_at: 1 });
      expect(await background.unstopped(one)).toEqual([staying.id]);
      await workspaces.delete(staying.tenant, staying.workspace_id);
      expect(await background.unstopped(one)).toEqual([]);
      expect(await placeOf(staying)).toEqual([staying.id]);
      await background.remove(one, stopped.id);
      expect(await background.requestStop(stopped.tenant, stopped.id)).toBe(false);
    });
  });
}
