import { describe, expect, it } from "vitest";
import type { ClaimOptions } from "../../ports/store.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { aSession, aWorkspace, unique } from "./records.ts";

const queued = { state: { status: "queued" } } as const;

export function fairClaimsSuite(theStore: TheStore): void {
  const claim = (placement: string, options: Partial<ClaimOptions> = {}) =>
    theStore().sessions.claim({
      owner: "inst_a",
      leaseMs: 3_600_000,
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
      const release = await givenSession(
        theStore(),
        { placement, state: { status: "running" } },
        workspaces[0],
      );
      expect(idsOf(await claim(placement, { limit: 2 })).toSorted()).toEqual(
        [dead.id, release.id].toSorted(),
      );
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

    describe("and keep to the shares of an owner's turns", () => {
      /** A tenant's workspace in a placement, with so many sessions of each principal, queued in this order. */
      async function queuedBy(placement: string, tenant: string, senders: Readonly<Record<string, number>>) {
        const workspace = await givenWorkspace(theStore(), { placement, tenant });
        for (const [principal, count] of Object.entries(senders))
          for (let made = 0; made < count; made++)
            await givenSession(theStore(), { ...queued, placement, principal }, workspace);
        return workspace;
      }
      const tally = (sessions: readonly SessionRecord[], of: "tenant" | "principal") =>
        Object.fromEntries(
          [...new Set(sessions.map((session) => session[of]))]
            .toSorted()
            .map((name) => [name, sessions.filter((session) => session[of] === name).length]),
        );

      it("of principals, in one workspace and over many: others do not wait behind one", async () => {
        const [placement, tenant] = [unique(), unique()];
        await queuedBy(placement, tenant, { greedy: 20, newcomer: 1 });
        for (let made = 0; made < 5; made++) await queuedBy(placement, tenant, { greedy: 2 });
        const options = { principalLimit: 4 } as const;
        expect(tally(await claim(placement, options), "principal")).toEqual({ greedy: 4, newcomer: 1 });
        expect(await claim(placement, options)).toEqual([]);
        await queuedBy(placement, tenant, { other: 6 });
        expect(tally(await claim(placement, options), "principal")).toEqual({ other: 4 });
        // Another owner has shares of its own, in the workspaces that nobody is bound to.
        expect(tally(await claim(placement, { ...options, owner: "inst_b" }), "principal")).toEqual({
          greedy: 4,
        });
      });

      it("of tenants, each with principals of the same names", async () => {
        const [placement, one, two] = [unique(), unique(), unique()];
        for (const principal of ["a", "b", "c"]) await queuedBy(placement, one, { [principal]: 3 });
        const options = { tenantLimit: 4, principalLimit: 2 } as const;
        expect(tally(await claim(placement, options), "tenant")).toEqual({ [one]: 4 });
        await queuedBy(placement, two, { a: 9 });
        expect(await claim(placement, options)).toMatchObject([
          { tenant: two, principal: "a" },
          { tenant: two, principal: "a" },
        ]);
        expect(await claim(placement, options)).toEqual([]);
      });

      it("but for what was under way, which counts, and for what waits for people, which does not", async () => {
        const [placement, tenant] = [unique(), unique()];
        const workspace = await queuedBy(placement, tenant, { someone: 5 });
        const session = { placement, principal: "someone" } as const;
        const dead = { state: { status: "running" }, owner: "inst_b", lease_until: 1, ...session } as const;
        for (let made = 0; made < 3; made++) await givenSession(theStore(), dead, workspace);
        const options = { principalLimit: 2 } as const;
        const [first, second] = await claim(placement, options);
        expect(await claim(placement, options)).toEqual([]);
        for (const held of [first, second]) {
          if (held === undefined) throw new Error("Nothing was claimed.");
          await theStore().sessions.save({ ...held, state: { ...held.state, status: "waiting" } });
        }
        expect(await claim(placement, options)).toHaveLength(1);
      });

      it("and one whose principal is not known counts for its tenant alone", async () => {
        const [placement, tenant] = [unique(), unique()];
        await queuedBy(placement, tenant, { "": 5 });
        expect(await claim(placement, { principalLimit: 1, tenantLimit: 3 })).toHaveLength(3);
      });
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

    it("and come to what is behind thousands of workspaces of one that runs all it may, in a few claims", async () => {
      const [placement, tenant, prefix] = [unique(), unique(), unique()];
      const queue = (principal: string, numbers: readonly number[]) =>
        theStore().transaction(async (inside) => {
          for (const number of numbers) {
            const name = `${prefix}_${String(number).padStart(4, "0")}`;
            const workspace = aWorkspace({ id: name, name, tenant, placement });
            await inside.workspaces.insert(workspace);
            await inside.sessions.insert(aSession(workspace, { ...queued, principal }));
          }
        });
      await queue("greedy", [0]);
      const options = { principalLimit: 1, limit: 8 } as const;
      expect(await claim(placement, options)).toHaveLength(1);
      await queue(
        "greedy",
        Array.from({ length: 2_200 }, (_, index) => index + 1),
      );
      await queue("newcomer", [2_500]);
      const principals: string[] = [];
      for (let time = 0; time < 4 && principals.length === 0; time++)
        principals.push(...(await claim(placement, options)).map(({ principal }) => principal));
      expect(principals).toEqual(["newcomer"]);
      expect(await claim(placement, options)).toEqual([]);
    });
  });
}
