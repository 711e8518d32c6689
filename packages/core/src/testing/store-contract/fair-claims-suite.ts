import { describe, expect, it } from "vitest";
import type { ClaimOptions } from "../../ports/store.ts";
import type { SessionRecord } from "../../sessions/session.ts";
import type { WorkspaceRecord } from "../../workspaces/workspace.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

const queued = { state: { status: "queued" } } as const;

export function fairClaimsSuite(theStore: TheStore): void {
  const claim = (placement: string, options: Partial<ClaimOptions> = {}) =>
    theStore().sessions.claim({
      owner: "inst_a",
      leaseMs: 60_000,
      limit: 100,
      placements: [placement],
      ...options,
    });
  const idsOf = (sessions: readonly SessionRecord[]) => sessions.map(({ id }) => id);

  /** Workspaces of one placement in the order of their ids, each with so many queued sessions. */
  async function given(...counts: readonly number[]) {
    const placement = unique();
    const prefix = unique();
    const workspaces: WorkspaceRecord[] = [];
    const sessions: string[][] = [];
    for (const [index, count] of counts.entries()) {
      const workspace = await givenWorkspace(theStore(), { id: `${prefix}_${index}`, placement });
      workspaces.push(workspace);
      const ids: string[] = [];
      for (let made = 0; made < count; made++)
        ids.push((await givenSession(theStore(), { ...queued, placement }, workspace)).id);
      sessions.push(ids);
    }
    return { placement, workspaces, sessions };
  }

  describe("claims are fair", () => {
    it("one of each workspace in turn, however much one has queued", async () => {
      const { placement, sessions } = await given(20, 2, 1);
      const first = idsOf(await claim(placement, { limit: 3 }));
      expect(first.toSorted()).toEqual([sessions[0]?.[0], sessions[1]?.[0], sessions[2]?.[0]].toSorted());
      const next = idsOf(await claim(placement, { limit: 2 }));
      expect(next.toSorted()).toEqual([sessions[0]?.[1], sessions[1]?.[1]].toSorted());
    });

    it("beginning behind the workspace that was served last, and around", async () => {
      const { placement, workspaces, sessions } = await given(3, 3, 3);
      const served = async (after: number) =>
        idsOf(await claim(placement, { limit: 1, after: workspaces[after]?.id ?? "" }));
      expect(await served(0)).toEqual([sessions[1]?.[0]]);
      expect(await served(1)).toEqual([sessions[2]?.[0]]);
      expect(await served(2)).toEqual([sessions[0]?.[0]]);
    });

    it("and fill all places where few workspaces have work", async () => {
      const { placement, sessions } = await given(30, 4);
      const claimed = idsOf(await claim(placement, { limit: 20 }));
      expect(claimed).toHaveLength(20);
      expect(sessions[1]?.every((id) => claimed.includes(id))).toBe(true);
      expect(await claim(placement)).toHaveLength(14);
      expect(await claim(placement)).toEqual([]);
    });

    it("what was under way comes before what is queued", async () => {
      const { placement, workspaces } = await given(3);
      const dead = await givenSession(
        theStore(),
        { placement, state: { status: "running" }, owner: "inst_b", lease_until: 1 },
        workspaces[0],
      );
      const letGo = await givenSession(
        theStore(),
        { placement, state: { status: "running" } },
        workspaces[0],
      );
      expect(idsOf(await claim(placement, { limit: 2 })).toSorted()).toEqual([dead.id, letGo.id].toSorted());
    });

    it("and keep to the limit of a workspace, also at once, but not with what was under way", async () => {
      const { placement, workspaces } = await given(10, 10);
      const options = { workspaceLimit: 3 } as const;
      const claims = await Promise.all(
        ["inst_a", "inst_b", "inst_c"].map((owner) => claim(placement, { ...options, owner })),
      );
      const of = (index: number) =>
        claims.flat().filter(({ workspace_id }) => workspace_id === workspaces[index]?.id);
      expect([of(0).length, of(1).length]).toEqual([3, 3]);
      const owner = of(0)[0]?.owner ?? "";
      const dead = { state: { status: "running" }, owner: "inst_b", lease_until: 1, placement } as const;
      const session = await givenSession(theStore(), dead, workspaces[0]);
      expect(idsOf(await claim(placement, { ...options, owner }))).toEqual([session.id]);
      const [held] = of(1);
      if (held === undefined) throw new Error("Nothing was claimed.");
      const idle = { ...held.state, status: "idle" } as const;
      await theStore().sessions.save({ ...held, state: idle, owner: null, lease_until: 0 });
      const next = { ...options, owner: held.owner ?? "" };
      expect(await claim(placement, next)).toMatchObject([{ workspace_id: workspaces[1]?.id }]);
    });

    it("and find work behind many workspaces that are at their limit", async () => {
      const { placement, workspaces } = await given(...Array.from({ length: 20 }, () => 2), 1);
      expect(
        await claim(placement, { workspaceLimit: 1, limit: 20, after: workspaces[20]?.id ?? "" }),
      ).toHaveLength(20);
      expect(await claim(placement, { workspaceLimit: 1, limit: 2 })).toMatchObject([
        { workspace_id: workspaces[20]?.id },
      ]);
    });
  });
}
