import { describe, expect, it } from "vitest";
import type { SharedStore } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function countersSuite(theStore: TheStore<SharedStore>): void {
  const counters = () => theStore().cluster.counters;
  const at = (now: number) => ({ ms: 100, now });

  describe("a counter", () => {
    it("counts within its window, which the first addition opens", async () => {
      const tenant = unique();
      expect(await counters().add(tenant, "key", 1, at(1_000))).toEqual({ count: 1, resetsAt: 1_100 });
      expect(await counters().add(tenant, "key", 5, at(1_050))).toEqual({ count: 6, resetsAt: 1_100 });
      expect(await counters().add(tenant, "key", 0, at(1_099))).toEqual({ count: 6, resetsAt: 1_100 });
    });

    it("begins again when the window is over", async () => {
      const tenant = unique();
      await counters().add(tenant, "key", 7, at(1_000));
      expect(await counters().add(tenant, "key", 2, at(1_100))).toEqual({ count: 2, resetsAt: 1_200 });
      expect(await counters().add(tenant, "key", 1, at(9_000))).toEqual({ count: 1, resetsAt: 9_100 });
    });

    it("takes times and counts of today's size", async () => {
      const now = Date.UTC(2100, 0);
      const large = 2 ** 50;
      const tenant = unique();
      await counters().add(tenant, "key", large, { ms: 3_600_000, now });
      expect(await counters().add(tenant, "key", large, { ms: 1, now })).toEqual({
        count: 2 * large,
        resetsAt: now + 3_600_000,
      });
    });

    it("loses nothing when many add at once", async () => {
      const tenant = unique();
      const results = await Promise.all(
        Array.from({ length: 100 }, () => counters().add(tenant, "key", 1, at(1_000))),
      );
      const counts = results.map(({ count }) => count).toSorted((one, other) => one - other);
      expect(counts).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    });

    it("is begun again by one of many when its window is over", async () => {
      const tenant = unique();
      await counters().add(tenant, "key", 50, at(1_000));
      const results = await Promise.all(
        Array.from({ length: 20 }, () => counters().add(tenant, "key", 1, at(2_000))),
      );
      expect(Math.max(...results.map(({ count }) => count))).toBe(20);
    });

    it("is one for each key and tenant", async () => {
      const tenant = unique();
      await counters().add(tenant, "key", 3, at(1_000));
      expect(await counters().add(tenant, "Key", 1, at(1_000))).toMatchObject({ count: 1 });
      expect(await counters().add(unique(), "key", 1, at(1_000))).toMatchObject({ count: 1 });
      const hostile = "' \" % _ 🙂".repeat(50);
      await counters().add(tenant, hostile, 1, at(1_000));
      expect(await counters().add(tenant, hostile, 1, at(1_000))).toMatchObject({ count: 2 });
    });

    it("is swept when its window is over", async () => {
      const tenant = unique();
      await counters().add(tenant, "over", 5, at(1_000));
      await counters().add(tenant, "open", 5, at(1_001));
      await counters().sweep(1_100);
      expect(await counters().add(tenant, "over", 1, at(1_050))).toMatchObject({ count: 1 });
      expect(await counters().add(tenant, "open", 1, at(1_050))).toMatchObject({ count: 6 });
    });
  });
}
