import { describe, expect, it } from "vitest";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function instancesSuite(theStore: TheStore): void {
  const livingAt = async (placement: string) =>
    (await theStore().instances.living()).find((living) => living.placement === placement)?.count ?? 0;

  describe("instances", () => {
    it("live as long as they say, and are counted by placement", async () => {
      const [here, there] = [unique(), unique()];
      const [one, two, three] = [unique(), unique(), unique()];
      const { instances } = theStore();
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
