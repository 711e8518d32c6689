import { describe, expect, it } from "vitest";
import type { BatchItemRecord, BatchItemState } from "../../domain/batches/batch-item.ts";
import type { BatchRecord } from "../../domain/batches/batch.ts";
import { newId } from "../../domain/ids.ts";
import { noStats } from "../../domain/sessions/turn.ts";
import type { CompleteStore } from "../../ports/store.ts";
import { aBatch, aBatchItem, itemState } from "./batch-records.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

const result: BatchItemRecord["result"] = {
  output: { label: "billing \ud800\0🙂" },
  final_message: "Done. \ud800\0🙂",
  stats: { ...noStats, steps: 2 },
  error: null,
};

export function batchItemsSuite(theStore: TheStore<CompleteStore>): void {
  const items = () => theStore().batches.items;

  async function given(tenant?: string): Promise<BatchRecord> {
    const batch = aBatch(tenant === undefined ? {} : { tenant });
    await theStore().batches.insert(batch);
    return batch;
  }
  /** A batch with an item for each record, from position 0 on. */
  async function givenItems(...records: readonly Partial<BatchItemRecord>[]) {
    const batch = await given();
    const all = records.map((record, position) => aBatchItem(batch, { position, ...record }));
    await items().add(all);
    return { ...batch, all };
  }
  const positionsOf = (states: readonly BatchItemState[]) => states.map(({ position }) => position);
  const ended = (place: number) => ({ status: "succeeded", ended: place, result }) as const;

  describe("items of batches", () => {
    it("are found in their own tenant and batch alone", async () => {
      const { tenant, id, all } = await givenItems({ turn_id: newId("turn") }, { retry_at: 5 });
      const other = await given(tenant);
      for (const item of all) expect(await items().get(tenant, id, item.position)).toEqual(item);
      expect(await items().get(tenant, id, 2)).toBeNull();
      expect(await items().get(tenant, other.id, 0)).toBeNull();
      expect(await items().get(unique(), id, 0)).toBeNull();
    });

    it("are added all or none, each with a key and a position of its own", async () => {
      const batch = await given();
      const { tenant, id } = batch;
      const all = Array.from({ length: 120 }, (_, position) => aBatchItem(batch, { position }));
      await items().add(all);
      await items().add([]);
      expect(await items().list(tenant, id, { status: "queued", limit: 200 })).toEqual(all.map(itemState));

      const next = Array.from({ length: 60 }, (_, index) => aBatchItem(batch, { position: 120 + index }));
      const wrong = [
        aBatchItem(batch, { position: 500, key: all[7]?.key ?? "" }),
        aBatchItem(batch, { position: 7, key: "new" }),
        aBatchItem(batch, { position: 500, key: next[1]?.key ?? "" }),
        aBatchItem(batch, { position: 121, key: "new" }),
      ];
      for (const item of wrong)
        await expect(items().add([...next, item])).rejects.toMatchObject({ code: "internal" });
      expect(await items().get(tenant, id, 120)).toBeNull();
      await items().add(next);
      await items().add([aBatchItem(await given(tenant))]);
    });

    it("differ by every character of their keys", async () => {
      const keys = ["a", "A", "a ", "a\0", "a\ud800", "a\udfff", "\u00e9", "e\u0301"];
      const { tenant, id } = await givenItems(...keys.map((key) => ({ key })));
      const found = await items().list(tenant, id, { status: "queued", limit: 9 });
      expect(found.map(({ key }) => key)).toEqual(keys);
    });

    it("are added to a batch of their tenant alone", async () => {
      const batch = await given();
      for (const missing of [
        { ...batch, id: "bat_none" },
        { ...batch, tenant: unique() },
      ])
        await expect(items().add([aBatchItem(missing)])).rejects.toMatchObject({ code: "not_found" });
    });

    it("are listed by their status and position", async () => {
      const { tenant, id } = await givenItems(
        ended(1),
        { status: "running" },
        {},
        { status: "cancelled", ended: 2 },
        {},
        { status: "running" },
        {},
      );
      const list = async (status: "queued" | "running", limit: number) =>
        positionsOf(await items().list(tenant, id, { status, limit }));
      expect(await list("queued", 2)).toEqual([2, 4]);
      expect(await list("queued", 9)).toEqual([2, 4, 6]);
      expect(await list("running", 9)).toEqual([1, 5]);
      const all = { status: "queued", limit: 9 } as const;
      expect(await items().list(unique(), id, all)).toEqual([]);
      expect(await items().list(tenant, (await given(tenant)).id, all)).toEqual([]);
    });

    it("are listed in the order of their ends, page by page", async () => {
      const { tenant, id, all } = await givenItems(
        ended(3),
        { status: "running" },
        { status: "failed", ended: 1, result },
        { status: "cancelled", ended: 10, result },
        {},
        ended(2),
      );
      const page = (after: number, limit: number) => items().ended(tenant, id, { after, limit });
      expect(positionsOf(await page(0, 2))).toEqual([2, 5]);
      expect(await page(2, 2)).toEqual(
        [all[0], all[3]].flatMap((item) => (item === undefined ? [] : itemState(item))),
      );
      expect(await page(10, 2)).toEqual([]);
      expect(await items().ended(unique(), id, { after: 0, limit: 9 })).toEqual([]);
      expect(await items().ended(tenant, (await given(tenant)).id, { after: 0, limit: 9 })).toEqual([]);
    });

    it("are changed but for what the caller sent", async () => {
      const { tenant, id, all } = await givenItems({}, {});
      const [first, second] = all;
      if (first === undefined || second === undefined) throw new Error("No items.");
      const running: BatchItemRecord = {
        ...first,
        status: "running",
        workspace_id: "ws_1",
        session_id: "ses_1",
        turn_id: newId("turn"),
        attempts: 2,
        retry_at: 7,
      };
      const other = { key: "other", item: { message: "other" } };
      await items().save({ ...running, ...other });
      expect(await items().get(tenant, id, 0)).toEqual(running);
      const done = { ...running, ...ended(1), retry_at: null };
      await items().save(done);
      expect(await items().get(tenant, id, 0)).toEqual(done);
      expect(await items().list(tenant, id, { status: "running", limit: 9 })).toEqual([]);
      expect(await items().ended(tenant, id, { after: 0, limit: 9 })).toEqual([itemState(done)]);

      await items().save({ ...done, position: 2 });
      await items().save({ ...done, position: 1, tenant: unique() });
      expect(await items().get(tenant, id, 2)).toBeNull();
      expect(await items().get(tenant, id, 1)).toEqual(second);
    });

    it("are changed by one transaction at a time", async () => {
      const { tenant, id } = await givenItems({ retry_at: 1 });
      const change = () =>
        theStore().transaction(async ({ batches }) => {
          const item = await batches.items.get(tenant, id, 0);
          if (item === null) throw new Error("No item.");
          await batches.items.save({ ...item, retry_at: (item.retry_at ?? 0) + 1 });
        });
      await Promise.all(Array.from({ length: 6 }, change));
      expect(await items().get(tenant, id, 0)).toMatchObject({ retry_at: 7 });
    });

    it("are found by their turn", async () => {
      const turn_id = newId("turn");
      const { tenant, all } = await givenItems({}, { status: "running", turn_id });
      const [, second] = all.map(itemState);
      expect(await items().ofTurn(tenant, turn_id)).toEqual(second);
      expect(await items().ofTurn(unique(), turn_id)).toBeNull();
      expect(await items().ofTurn(tenant, "turn_none")).toBeNull();
    });

    it("are removed in parts, those of their batch alone", async () => {
      const { tenant, id } = await givenItems({}, ended(1), {}, { status: "running" }, {});
      const other = await givenItems({});
      expect(await items().remove(unique(), id, 9)).toBe(0);
      expect(await items().remove(tenant, id, 0)).toBe(0);
      expect(await items().remove(tenant, id, 3)).toBe(3);
      const left = await Promise.all([0, 1, 2, 3, 4].map((position) => items().get(tenant, id, position)));
      expect(left.filter((item) => item !== null)).toHaveLength(2);
      expect(await items().remove(tenant, id, 3)).toBe(2);
      expect(await items().remove(tenant, id, 3)).toBe(0);
      expect(await items().get(other.tenant, other.id, 0)).toEqual(other.all[0]);
      expect(await theStore().batches.get(tenant, id)).not.toBeNull();
    });

    it("are undone with the transaction that made them", async () => {
      const batch = await given();
      const undone = theStore().transaction(async ({ batches }) => {
        await batches.items.add([aBatchItem(batch)]);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await items().get(batch.tenant, batch.id, 0)).toBeNull();
    });
  });
}
