import { describe, expect, it } from "vitest";
import type { SharedStore } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function instancesSuite(theStore: TheStore<SharedStore>): void {
  const livingAt = async (placement: string) =>
    (await theStore().cluster.instances.living()).find((living) => living.placement === placement)?.count ??
    0;

  describe("instances", () => {
    it("live as long as they say, and are counted by placement", async () => {
      const [here, there] = [unique(), unique()];
      const [one, two, three] = [unique(), unique(), unique()];
      const { instances } = theStore().cluster;
      await instances.beat(one, here, 60_000);
      await instances.beat(two, here, 60_000);
      await instances.beat(three, there, 60_000);
      await instances.beat(two, here, 60_000);
      expect([await livingAt(here), await livingAt(there)]).toEqual([2, 1]);
      await instances.beat(one, here, 0);
      await instances.leave(three);
      await instances.leave(three);
      expect([await livingAt(here), await livingAt(there)]).toEqual([1, 0]);
    });
  });
}

/** For stores that have containers too. */
export function containersOfInstancesSuite(theStore: TheStore<SharedStore>): void {
  describe("the records", () => {
    it("of containers are hidden from other instances while their own is live", async () => {
      const { containers } = theStore();
      const { instances } = theStore().cluster;
      const [one, two, placement] = [unique(), unique(), unique()];
      await instances.beat(one, placement, 60_000);
      const mine = await containers.claim(placement, "ws_a", one);
      const nobodys = await containers.claim(placement, "ws_b");
      expect(await containers.list(placement, one)).toEqual([mine, nobodys]);
      expect(await containers.list(placement, two)).toEqual([nobodys]);
      expect(await containers.list(placement)).toEqual([nobodys]);

      await instances.beat(two, placement, 60_000);
      const taken = await containers.claim(placement, "ws_a", two);
      expect(taken.epoch).toBe(2);
      expect(await containers.list(placement, one)).toEqual([nobodys]);
      await instances.leave(two);
      expect(await containers.list(placement, one)).toEqual([taken, nobodys]);
      await instances.beat(two, placement, 0);
      expect(await containers.list(placement, one)).toEqual([taken, nobodys]);
    });
  });
}
