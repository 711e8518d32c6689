import { describe, expect, it } from "vitest";
import type { IdempotencyRecord } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function idempotencySuite(theStore: TheStore): void {
  const idempotency = () => theStore().idempotency;
  const aRecord = (record: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
    id: unique(),
    tenant: unique(),
    fingerprint: "f00d",
    answer: null,
    created_at: 1_767_225_600_000,
    ...record,
  });

  describe("idempotency records", () => {
    it("are made once, and keep the first's content", async () => {
      const record = aRecord();
      expect(await idempotency().insert(record)).toBe(true);
      expect(await idempotency().insert({ ...record, fingerprint: "beef" })).toBe(false);
      expect(await idempotency().get(record.tenant, record.id)).toEqual(record);
    });

    it("are made by one when many try at once, in and out of transactions", async () => {
      const record = aRecord();
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0
            ? idempotency().insert(record)
            : theStore().transaction((repositories) => repositories.idempotency.insert(record)),
        ),
      );
      expect(made.filter((isFirst) => isFirst)).toHaveLength(1);
    });

    it("are free again when the transaction that made them is undone", async () => {
      const record = aRecord();
      const undone = theStore().transaction(async (repositories) => {
        await repositories.idempotency.insert(record);
        throw new Error("undone");
      });
      const second = idempotency().insert(record);
      await expect(undone).rejects.toThrow("undone");
      expect(await second).toBe(true);
    });

    it("keep the answer", async () => {
      const record = aRecord();
      await idempotency().insert(record);
      const answer = JSON.stringify({ text: "\ud800 \0 🙂" });
      await idempotency().complete(record.tenant, record.id, answer);
      expect(await idempotency().get(record.tenant, record.id)).toEqual({ ...record, answer });
    });

    it("of other tenants are neither seen nor touched", async () => {
      const record = aRecord();
      const stranger = unique();
      await idempotency().insert(record);
      expect(await idempotency().get(stranger, record.id)).toBeNull();
      await idempotency().complete(stranger, record.id, "{}");
      await idempotency().delete(stranger, record.id);
      expect(await idempotency().get(record.tenant, record.id)).toEqual(record);
      expect(await idempotency().insert({ ...record, tenant: stranger })).toBe(true);
    });

    it("are removed, one or the old", async () => {
      const gone = aRecord();
      const old = aRecord({ created_at: 99 });
      const young = aRecord({ created_at: 100 });
      for (const record of [gone, old, young]) await idempotency().insert(record);
      await idempotency().delete(gone.tenant, gone.id);
      expect(await idempotency().get(gone.tenant, gone.id)).toBeNull();
      await idempotency().sweep(100);
      expect(await idempotency().get(old.tenant, old.id)).toBeNull();
      expect(await idempotency().get(young.tenant, young.id)).toEqual(young);
    });
  });
}
