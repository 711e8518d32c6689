import { describe, expect, it } from "vitest";
import type { WorkingCopyRecord } from "../../domain/files/working-copy.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { CompleteStore, SharedStore } from "../../ports/store.ts";
import type { FoundWorkingCopy } from "../../ports/working-copy-store.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";
import { aWorkingCopy, givenWorkingCopy } from "./working-copy-records.ts";

const A_MINUTE = 60_000;

export function workingCopiesSuite(theStore: TheStore<CompleteStore>): void {
  const copies = () => theStore().workingCopies;
  const get = ({ tenant, workspace_id }: WorkingCopyRecord) => copies().get(tenant, workspace_id);
  const lock = (tenant: string, id: string) =>
    theStore().transaction(({ workingCopies }) => workingCopies.lock(tenant, id));
  const given = async (record: Partial<WorkingCopyRecord> = {}, objects?: readonly string[]) =>
    givenWorkingCopy(theStore(), await givenWorkspace(theStore()), record, objects);

  describe("a working copy", () => {
    it("has no record before it is locked for the first time", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      expect(await copies().get(tenant, id)).toBeNull();
      expect(await copies().objects(tenant, id)).toEqual([]);
      const nobody = { epoch: 0, holder: null, placement: null, copy: null, moved_at: null };
      const clean = { root: null, published_at: null, changed_by: null, rolled_back: [], wanted: false };
      const made = { record: { tenant, workspace_id: id, ...nobody, ...clean }, isHeld: false };
      expect(await lock(tenant, id)).toEqual(made);
      expect(await copies().get(tenant, id)).toEqual(made);
      expect(await lock(tenant, id)).toEqual(made);
      expect(await copies().objects(tenant, id)).toEqual([]);
    });

    it("is found in its own tenant alone", async () => {
      const record = await given({}, ["a"]);
      const { tenant, workspace_id } = record;
      expect(await get({ ...record, tenant: unique() })).toBeNull();
      expect(await copies().get(tenant, "ws_other")).toBeNull();
      expect(await copies().objects(unique(), workspace_id)).toEqual([]);
      await expect(lock(unique(), workspace_id)).rejects.toMatchObject({ code: "not_found" });
      await expect(lock(tenant, "ws_unknown")).rejects.toMatchObject({ code: "not_found" });
    });

    it("is saved with all that its record has", async () => {
      const record = await given();
      expect((await get(record))?.record).toEqual(record);
      const other = { root: null, published_at: null, changed_by: [], rolled_back: [], wanted: false };
      const changed = { ...record, ...other, epoch: 4, moved_at: null };
      await copies().save(changed);
      expect((await get(record))?.record).toEqual(changed);
      const released = { ...changed, holder: null, placement: null, copy: null, changed_by: null };
      await copies().save(released);
      expect(await get(record)).toEqual({ record: released, isHeld: false });
    });

    it("is not saved where nobody locked it, or in another tenant", async () => {
      const record = await given({}, ["a"]);
      const unlocked = aWorkingCopy(await givenWorkspace(theStore()));
      await copies().save(unlocked, ["b"]);
      expect(await get(unlocked)).toBeNull();
      await copies().save({ ...record, tenant: unique(), epoch: 9 }, ["b"]);
      expect((await get(record))?.record).toEqual(record);
      expect(await copies().objects(record.tenant, record.workspace_id)).toEqual(["a"]);
    });

    it("needs the objects that were saved last, sorted, also after it is saved without them", async () => {
      const record = await given({}, ["c", "a/1", "b"]);
      const { tenant, workspace_id } = record;
      await copies().save({ ...record, epoch: 5 });
      expect(await copies().objects(tenant, workspace_id)).toEqual(["a/1", "b", "c"]);
      await copies().save(record, ["d"]);
      expect(await copies().objects(tenant, workspace_id)).toEqual(["d"]);
      await copies().save(record, []);
      expect(await copies().objects(tenant, workspace_id)).toEqual([]);
    });

    it("that is wanted is found by its holder, in all tenants", async () => {
      const [holder, other] = [unique(), unique()];
      const held = [await given({ holder }), await given({ holder })];
      await given({ holder: other });
      await given({ holder: null });
      await given({ holder, wanted: false });
      const byTenant = (one: WorkingCopyRecord, two: WorkingCopyRecord) => (one.tenant < two.tenant ? -1 : 1);
      expect((await copies().wantedOf(holder)).toSorted(byTenant)).toEqual(held.toSorted(byTenant));
      expect(await copies().wantedOf(unique())).toEqual([]);
    });

    it("is removed with its workspace", async () => {
      const holder = unique();
      const record = await given({ holder }, ["a"]);
      const { tenant, workspace_id } = record;
      const workspace = await givenWorkspace(theStore(), { tenant });
      const neighbor = await givenWorkingCopy(theStore(), workspace, { holder });
      await theStore().workspaces.delete(tenant, workspace_id);
      expect(await get(record)).toBeNull();
      expect(await copies().objects(tenant, workspace_id)).toEqual([]);
      expect(await copies().wantedOf(holder)).toEqual([neighbor]);
    });

    it("is locked by one transaction at a time, from the first lock on", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      const seen: number[] = [];
      const next: Promise<unknown>[] = [];
      await theStore().transaction(async ({ workingCopies }) => {
        const { record } = await workingCopies.lock(tenant, id);
        next.push(lock(tenant, id).then((found) => seen.push(found.record.epoch)));
        // Gives the other the time to come to the row.
        for (let round = 0; round < 20; round++) await workingCopies.get(tenant, id);
        expect(seen).toEqual([]);
        await workingCopies.save({ ...record, epoch: 7 });
      });
      await Promise.all(next);
      expect(seen).toEqual([7]);
    });

    it("is changed by many at once without a loss, and not by what is undone", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      const takeOver = (isUndone = false) =>
        theStore().transaction(async ({ workingCopies }) => {
          const { record } = await workingCopies.lock(tenant, id);
          await workingCopies.save({ ...record, epoch: record.epoch + 1 }, [`object ${record.epoch + 1}`]);
          if (isUndone) throw new Error("undone");
        });
      await expect(takeOver(true)).rejects.toThrow("undone");
      expect(await copies().get(tenant, id)).toBeNull();
      await Promise.all(Array.from({ length: 6 }, () => takeOver()));
      await expect(takeOver(true)).rejects.toThrow("undone");
      expect((await copies().get(tenant, id))?.record.epoch).toBe(6);
      expect(await copies().objects(tenant, id)).toEqual(["object 6"]);
    });

    it("is held by a lease in its workspace that has not expired, where instances share the store", async () => {
      const { sessions, cluster } = theStore();
      const isShared = cluster !== undefined;
      const [holder, other] = [unique(), unique()];
      async function givenClaimed(owner: string): Promise<SessionRecord> {
        const session = await givenSession(theStore(), { state: { status: "queued" } });
        const options = { owner, leaseMs: A_MINUTE, limit: 1, placements: [session.placement] };
        const [claimed] = await sessions.claim(options);
        if (claimed === undefined) throw new Error("Nothing was claimed.");
        const { previous_owner: _, ...held } = claimed;
        return held;
      }
      const copyIn = ({ tenant, workspace_id }: SessionRecord) =>
        givenWorkingCopy(theStore(), { tenant, id: workspace_id }, { holder });
      const session = await givenClaimed(holder);
      const record = await copyIn(session);
      const ofOther = await copyIn(await givenClaimed(other));
      expect(await get(record)).toEqual({ record, isHeld: isShared });
      expect(await lock(record.tenant, record.workspace_id)).toEqual({ record, isHeld: isShared });
      expect(await get(ofOther)).toEqual({ record: ofOther, isHeld: false });
      await sessions.save({ ...session, lease_until: 1 });
      expect(await get(record)).toEqual({ record, isHeld: false });
    });
  });
}

/** For stores that instances share. */
export function workingCopiesOfInstancesSuite(theStore: TheStore<SharedStore>): void {
  describe("a working copy", () => {
    it("is held while its instance is live", async () => {
      const { instances } = theStore().cluster;
      const holder = unique();
      const { tenant, id } = await givenWorkspace(theStore());
      await givenWorkingCopy(theStore(), { tenant, id }, { holder });
      const isHeld = async () => {
        const locked = await theStore().transaction(({ workingCopies }) => workingCopies.lock(tenant, id));
        const read = await theStore().workingCopies.get(tenant, id);
        return [locked.isHeld, read?.isHeld];
      };
      expect(await isHeld()).toEqual([false, false]);
      await instances.beat(unique(), unique(), A_MINUTE);
      expect(await isHeld()).toEqual([false, false]);
      await instances.beat(holder, unique(), A_MINUTE);
      expect(await isHeld()).toEqual([true, true]);
      await instances.beat(holder, unique(), 0);
      expect(await isHeld()).toEqual([false, false]);
      await instances.beat(holder, unique(), A_MINUTE);
      expect(await isHeld()).toEqual([true, true]);
      await instances.leave(holder);
      expect(await isHeld()).toEqual([false, false]);
    });

    it("is held to a transaction that waited for the one which gave it a holder with a lease", async () => {
      const session = await givenSession(theStore(), { state: { status: "queued" } });
      const { tenant, workspace_id: id, placement } = session;
      const copy = await givenWorkingCopy(theStore(), { tenant, id });
      const owner = unique();
      const next: Promise<FoundWorkingCopy>[] = [];
      await theStore().transaction(async ({ workingCopies, sessions }) => {
        await workingCopies.lock(tenant, id);
        next.push(theStore().transaction((other) => other.workingCopies.lock(tenant, id)));
        // Gives the other the time to come to the row.
        for (let round = 0; round < 20; round++) await workingCopies.get(tenant, id);
        await sessions.claim({ owner, leaseMs: A_MINUTE, limit: 1, placements: [placement] });
        await workingCopies.save({ ...copy, holder: owner });
      });
      expect(await Promise.all(next)).toEqual([{ record: { ...copy, holder: owner }, isHeld: true }]);
    });
  });
}
