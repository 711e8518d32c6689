import { describe, expect, it } from "vitest";
import type { SharedStore } from "../../ports/store.ts";
import type { ChangeHint } from "../../ports/cluster-store.ts";
import type { TheStore } from "./given.ts";

export function hintsSuite(theStore: TheStore<SharedStore>): void {
  describe("hints", () => {
    it("are not heard by the instance that published them", async () => {
      const heard: ChangeHint[] = [];
      const unsubscribe = theStore().cluster.subscribe((hint) => heard.push(hint));
      theStore().cluster.publish([
        { type: "work" },
        { type: "events", session_id: "ses_1", seq: 1 },
        { type: "deltas", session_id: "ses_1", deltas: "x".repeat(20_000) },
      ]);
      theStore().cluster.publish([]);
      await theStore().check();
      // A store that has just begun to listen says that it may have missed some.
      expect(heard.filter(({ type }) => type !== "missed")).toEqual([]);
      unsubscribe();
      unsubscribe();
    });
  });
}
