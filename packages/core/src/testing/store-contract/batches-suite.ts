import { describe, expect, it } from "vitest";
import type { BatchRecord } from "../../domain/batches/batch.ts";
import type { DueClaim } from "../../ports/due-rows.ts";
import type { CompleteStore } from "../../ports/store.ts";
import { aBatch, aBatchItem } from "./batch-records.ts";
import { givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

/** Claims cross tenants: each test has a time of its own, before those of all others. */
let time = 1_000_000_000_000;

export function batchesSuite(theStore: TheStore<CompleteStore>): void {
  const batches = () => theStore().batches;
  const aTime = () => (time -= 1_000_000);

  async function given(record: Partial<BatchRecord> = {}): Promise<BatchRecord> {
    const batch = aBatch(record);
    await batches().insert(batch);
    return batch;
  }
  const claim = (options?: DueClaim) =>
    theStore().transaction((repositories) => repositories.batches.claim(options));
  const rest = (batch: BatchRecord) => batches().save({ ...batch, due_at: null });
  const idsOf = (records: readonly BatchRecord[]) => records.map(({ id }) => id);

  describe("batches", () => {
    it("are found in their own tenant alone, and outlive their workspace", async () => {
      const { tenant, id: workspace_id } = await givenWorkspace(theStore());
      const batch = await given({ tenant, workspace_id, template: null });
      expect(await batches().get(tenant, batch.id)).toEqual(batch);
      expect(await batches().get(unique(), batch.id)).toBeNull();
      expect(await batches().get(tenant, "bat_none")).toBeNull();
      await theStore().workspaces.delete(tenant, workspace_id);
      expect(await batches().get(tenant, batch.id)).toEqual(batch);
    });

    it("are listed newest first, page by page, once they have loaded", async () => {
      const tenant = unique();
      const first = await given({ tenant });
      const second = await given({ tenant, status: "completed", ended_at: 1_767_225_600_456 });
      const loading = await given({ tenant, status: "loading" });
      const third = await given({ tenant, status: "running" });
      await given();
      expect(await batches().list(tenant, { limit: 2 })).toEqual([third, second]);
      expect(await batches().list(tenant, { limit: 2, before: second.id })).toEqual([first]);
      expect(await batches().get(tenant, loading.id)).toEqual(loading);
      const loaded = { ...loading, status: "queued" } as const;
      await batches().save(loaded);
      expect(await batches().list(tenant, { limit: 2 })).toEqual([third, loaded]);
    });

    it("are listed of some workspaces, and of one principal", async () => {
      const tenant = unique();
      const { principal } = aBatch({ tenant });
      const ada = { ...principal, id: "ada" };
      const inOne = await given({ tenant, workspace_id: "ws_1" });
      const inTwo = await given({ tenant, workspace_id: "ws_2", principal: ada });
      const inNone = await given({ tenant, principal: ada });
      const list = async (filter: { workspaceIds?: readonly string[]; owner?: string }, before?: string) =>
        idsOf(await batches().list(tenant, { limit: 9, ...filter, ...(before && { before }) }));
      expect(await list({ workspaceIds: ["ws_1", "ws_2"] })).toEqual([inTwo.id, inOne.id]);
      expect(await list({ workspaceIds: ["ws_2", "ws_none"] })).toEqual([inTwo.id]);
      expect(await list({ workspaceIds: [] })).toEqual([]);
      expect(await list({ owner: "ada" })).toEqual([inNone.id, inTwo.id]);
      expect(await list({ owner: "ada" }, inNone.id)).toEqual([inTwo.id]);
      expect(await list({ owner: "ada", workspaceIds: ["ws_1", "ws_2"] })).toEqual([inTwo.id]);
      expect(await list({ owner: "nobody" })).toEqual([]);
    });

    it("are changed but for what their items share", async () => {
      const batch = await given();
      const changed: BatchRecord = {
        ...batch,
        name: null,
        status: "cancelled",
        stop_reason: "failures",
        workspace_id: "ws_9",
        template: null,
        counts: { queued: 0, running: 0, succeeded: 1, failed: 1, cancelled: 1 },
        usage: { ...batch.usage, input_tokens: 7, cost_usd: 0.01 },
        principal: { ...batch.principal, id: "other" },
        created_at: 5,
        ended_at: 6,
      };
      await batches().save({ ...changed, turn: { message: "Something else." } });
      expect(await batches().get(batch.tenant, batch.id)).toEqual(changed);
      expect(idsOf(await batches().list(batch.tenant, { limit: 9, owner: "other" }))).toEqual([batch.id]);
      const ofAnother = { ...changed, tenant: unique() };
      await expect(batches().save(ofAnother)).rejects.toMatchObject({ code: "not_found" });
    });

    it("need their snapshot until they have ended", async () => {
      const tenant = unique();
      const batch = await given({ tenant, template: null, snapshot_id: "snp_1", status: "loading" });
      const other = await given({ tenant, snapshot_id: "snp_1" });
      await given({ tenant, snapshot_id: "snp_2" });
      expect(await batches().get(tenant, batch.id)).toEqual(batch);
      const isUsed = () => batches().usesSnapshot(tenant, "snp_1");
      expect(await isUsed()).toBe(true);
      expect(await batches().usesSnapshot(tenant, "snp_none")).toBe(false);
      expect(await batches().usesSnapshot(unique(), "snp_1")).toBe(false);
      const ended: BatchRecord = { ...batch, status: "completed", ended_at: 6 };
      await batches().save(ended);
      expect(await isUsed()).toBe(true);
      await batches().delete(tenant, other.id);
      expect(await isUsed()).toBe(false);
      expect(await batches().get(tenant, batch.id)).toEqual(ended);
    });

    it("are changed by one transaction at a time", async () => {
      const { tenant, id } = await given({ concurrency: 1 });
      const change = () =>
        theStore().transaction(async (repositories) => {
          const batch = await repositories.batches.get(tenant, id);
          if (batch === null) throw new Error("No batch.");
          await repositories.batches.save({ ...batch, concurrency: batch.concurrency + 1 });
        });
      await Promise.all(Array.from({ length: 6 }, change));
      expect(await batches().get(tenant, id)).toMatchObject({ concurrency: 7 });
    });

    it("are deleted with their items", async () => {
      const batch = await given();
      const { tenant, id } = batch;
      const item = aBatchItem(batch);
      await batches().items.add([item]);
      expect(await batches().delete(unique(), id)).toBe(false);
      expect(await batches().items.get(tenant, id, 0)).toEqual(item);
      expect(await batches().delete(tenant, id)).toBe(true);
      expect(await batches().delete(tenant, id)).toBe(false);
      expect(await batches().get(tenant, id)).toBeNull();
      expect(await batches().items.get(tenant, id, 0)).toBeNull();
    });

    it("are claimed when they are due by the store's clock, the longest due first", async () => {
      const due = aTime();
      const late = await given({ due_at: due + 5 });
      const early = await given({ due_at: due });
      const next = await given({ due_at: (await theStore().now()) + 3_600_000 });
      await given();
      expect(await batches().dueIn()).toBeLessThanOrEqual(0);
      expect((await claim())?.record).toEqual(early);
      const claimed = await claim({ except: [early.id] });
      expect(claimed?.record).toEqual(late);
      expect(Math.abs((claimed?.now ?? 0) - (await theStore().now()))).toBeLessThan(60_000);
      expect(await claim({ except: [late.id, early.id] })).toBeNull();
      await rest(early);
      expect((await claim())?.record).toEqual(late);
      await rest(late);
      expect(await claim()).toBeNull();
      const left = (await batches().dueIn()) ?? 0;
      expect(left).toBeGreaterThan(3_500_000);
      expect(left).toBeLessThanOrEqual(3_600_000);
      const later = (next.due_at ?? 0) + 7;
      expect(await batches().dueIn(later)).toBe(-7);
      expect(await claim({ now: later - 8 })).toBeNull();
      expect(await claim({ now: later })).toEqual({ record: next, now: later });
      await rest(next);
      expect(await batches().dueIn()).toBeNull();
    });

    it("are claimed by one of several who ask at once, and stay due where the transaction is undone", async () => {
      const due = aTime();
      const both = [await given({ due_at: due }), await given({ due_at: due + 1 })];
      const undone = theStore().transaction(async (repositories) => {
        expect((await repositories.batches.claim())?.record.id).toBe(both[0]?.id);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      const held = new Set<string>();
      const claims = await Promise.all(
        Array.from({ length: 6 }, () =>
          theStore().transaction(async (repositories) => {
            const claimed = await repositories.batches.claim();
            if (claimed === null) return [];
            const { id } = claimed.record;
            expect(held).not.toContain(id);
            held.add(id);
            await repositories.batches.save({ ...claimed.record, due_at: null });
            return [id];
          }),
        ),
      );
      expect(claims.flat().toSorted()).toEqual(idsOf(both).toSorted());
    });
  });
}
