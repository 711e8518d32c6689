import { describe, expect, it } from "vitest";
import type { SharedStore } from "../../ports/store.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function interruptRequestsSuite(theStore: TheStore<SharedStore>): void {
  describe("what an owner is to stop", () => {
    it("is what it holds with a turn to be interrupted, or of a workspace that is being deleted", async () => {
      const [owner, other] = [unique(), unique()];
      const held = (given: object) => givenSession(theStore(), { owner, lease_until: 1, ...given });
      await held({});
      const marked = await held({ interrupt_turn_id: "turn_1" });
      await held({ owner: other, interrupt_turn_id: "turn_2" });
      const workspace = await givenWorkspace(theStore());
      const leaving = await givenSession(theStore(), { owner, lease_until: 1 }, workspace);
      await theStore().workspaces.update(workspace.tenant, workspace.id, {
        status: "deleting",
        updated_at: 1,
      });
      const found = await theStore().cluster.interruptRequests(owner);
      expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        [
          { id: marked.id, turn_id: "turn_1", isWorkspaceDeleting: false },
          { id: leaving.id, turn_id: null, isWorkspaceDeleting: true },
        ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      );
      expect(await theStore().cluster.interruptRequests(unique())).toEqual([]);
    });
  });

  describe("the positions of sessions", () => {
    it("are their last seqs, of those that are there", async () => {
      const one = await givenSession(theStore(), { next_seq: 8 });
      const two = await givenSession(theStore());
      const gone = await givenSession(theStore());
      await theStore().sessions.delete(gone.tenant, gone.id);
      const found = await theStore().cluster.positions([one.id, two.id, gone.id, "ses_none"]);
      expect(new Map(found.map(({ id, tenant, seq }) => [id, [tenant, seq]]))).toEqual(
        new Map([
          [one.id, [one.tenant, 7]],
          [two.id, [two.tenant, two.next_seq - 1]],
        ]),
      );
      expect(await theStore().cluster.positions([])).toEqual([]);
    });
  });
}
