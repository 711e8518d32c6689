import { describe, expect, it } from "vitest";
import type { ClaimOptions } from "../../ports/store.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { aRequest, unique } from "./records.ts";

const queued = { state: { status: "queued" } } as const;
const A_MINUTE = 60_000;

export function boundWorkspacesSuite(theStore: TheStore): void {
  const claim = (owner: string, placement: string, options: Partial<ClaimOptions> = {}) =>
    theStore().sessions.claim({
      owner,
      leaseMs: A_MINUTE,
      limit: 100,
      placements: [placement],
      ...options,
    });
  const idsOf = (sessions: readonly SessionRecord[]) => sessions.map(({ id }) => id);
  const release = (session: SessionRecord, status: "idle" | "waiting" | "queued" = "idle") =>
    theStore().sessions.save({
      ...session,
      state: { ...session.state, status },
      owner: null,
      lease_until: 0,
    });
  const letRunOut = (session: SessionRecord) =>
    theStore().sessions.save({ ...session, state: { ...session.state, status: "running" }, lease_until: 1 });

  /** A workspace with a session that `inst_a` holds, and another that is queued. */
  async function givenHeld() {
    const workspace = await givenWorkspace(theStore());
    await givenSession(theStore(), queued, workspace);
    const [held] = await claim("inst_a", workspace.placement);
    if (held === undefined) throw new Error("Nothing was claimed.");
    const next = await givenSession(theStore(), queued, workspace);
    return { workspace, placement: workspace.placement, held, next };
  }

  describe("a workspace is bound to the owner of a live lease in it", () => {
    it("who alone claims what is queued there, within its limits", async () => {
      const { placement, workspace, next } = await givenHeld();
      expect(await claim("inst_b", placement)).toEqual([]);
      expect(await claim("inst_a", placement, { workspaceLimit: 1 })).toEqual([]);
      expect(idsOf(await claim("inst_a", placement, { workspaceLimit: 2 }))).toEqual([next.id]);
      const other = await givenSession(theStore(), { ...queued, placement });
      await givenSession(theStore(), queued, workspace);
      expect(idsOf(await claim("inst_b", placement))).toEqual([other.id]);
    });

    it("who alone goes on with what was under way there", async () => {
      const { placement, workspace } = await givenHeld();
      const running = { state: { status: "running" } } as const;
      const expired = { state: { status: "waiting", pending_requests: [aRequest(1)] } } as const;
      const resumable = [
        await givenSession(theStore(), running, workspace),
        await givenSession(theStore(), { ...running, owner: "inst_dead", lease_until: 1 }, workspace),
        await givenSession(theStore(), expired, workspace),
      ];
      expect(await claim("inst_b", placement)).toEqual([]);
      const taken = idsOf(await claim("inst_a", placement, { limit: 3 }));
      expect(taken.toSorted()).toEqual(idsOf(resumable).toSorted());
    });

    it("until the last of its leases is released", async () => {
      const { placement, held, next } = await givenHeld();
      const [second] = await claim("inst_a", placement);
      if (second === undefined) throw new Error("Nothing was claimed.");
      await release(held, "queued");
      expect(await claim("inst_b", placement)).toEqual([]);
      await release(second, "waiting");
      expect(idsOf(await claim("inst_b", placement))).toEqual([held.id]);
      await release(second, "queued");
      expect(await claim("inst_a", placement)).toEqual([]);
      expect(idsOf(await claim("inst_b", placement))).toEqual([next.id]);
    });

    it("until the last of its leases has run out", async () => {
      const { placement, held, next } = await givenHeld();
      const [second] = await claim("inst_a", placement);
      if (second === undefined) throw new Error("Nothing was claimed.");
      await letRunOut(held);
      expect(await claim("inst_b", placement)).toEqual([]);
      await letRunOut(second);
      expect(idsOf(await claim("inst_b", placement)).toSorted()).toEqual([held.id, next.id].toSorted());
    });

    it("also of a session that waits for a person beside its subagents, and of a subagent's", async () => {
      const { placement, held, workspace } = await givenHeld();
      const state = { ...held.state, status: "waiting", pending_requests: [aRequest(1)] } as const;
      await theStore().sessions.save({ ...held, state });
      expect(await claim("inst_b", placement)).toEqual([]);
      await release(held);
      const parent = { session_id: held.id, turn_id: "turn_1", call_id: "call_1" };
      const child = await givenSession(
        theStore(),
        { state: { status: "running" }, parent, owner: "inst_a", lease_until: held.lease_until },
        workspace,
      );
      expect(await claim("inst_b", placement)).toEqual([]);
      await release(child);
      expect(await claim("inst_b", placement)).toHaveLength(1);
    });

    it("but not for the claim of one session, which is to end a turn", async () => {
      const { placement, next } = await givenHeld();
      expect(idsOf(await claim("inst_b", placement, { sessionId: next.id }))).toEqual([next.id]);
    });

    it("whose lease that ran out is not prolonged once another is bound there", async () => {
      const { sessions } = theStore();
      const { placement, held, next } = await givenHeld();
      const lease = { session_id: held.id, epoch: held.epoch };
      await letRunOut(held);
      expect(await sessions.renew("inst_a", [lease], A_MINUTE)).toEqual([held.id]);
      await letRunOut(held);
      await sessions.save({ ...next, owner: "inst_b", epoch: 1, lease_until: held.lease_until });
      expect(await sessions.renew("inst_a", [lease], A_MINUTE)).toEqual([]);
      expect(idsOf(await claim("inst_b", placement))).toEqual([held.id]);
    });

    it("of those who claim at the same time, one alone", async () => {
      const placement = unique();
      for (let count = 0; count < 6; count++) {
        const workspace = await givenWorkspace(theStore(), { placement });
        for (let made = 0; made < 4; made++) await givenSession(theStore(), queued, workspace);
        for (let made = 0; made < 3; made++)
          await givenSession(theStore(), { state: { status: "running" } }, workspace);
      }
      const owners = Array.from({ length: 6 }, () => unique());
      const claims: SessionRecord[] = [];
      for (let round = 0; round < 40 && claims.length < 42; round++) {
        const found = await Promise.all(owners.map((owner) => claim(owner, placement, { limit: 3 })));
        claims.push(...found.flat());
      }
      expect(claims).toHaveLength(42);
      expect(new Set(idsOf(claims)).size).toBe(42);
      const bindings = new Set(claims.map(({ workspace_id, owner }) => `${workspace_id} ${owner}`));
      expect(bindings.size).toBe(6);
    });

    it("and is passed by for free ones, however many are another's", async () => {
      const placement = unique();
      const prefix = unique();
      for (let count = 0; count < 40; count++) {
        const workspace = await givenWorkspace(theStore(), {
          id: `${prefix}_${String(count).padStart(3, "0")}`,
          placement,
        });
        for (let made = 0; made < 2; made++) await givenSession(theStore(), queued, workspace);
      }
      expect(await claim("inst_a", placement, { limit: 40 })).toHaveLength(40);
      expect(await claim("inst_b", placement)).toEqual([]);
      const last = await givenWorkspace(theStore(), { id: `${prefix}_999`, placement });
      const free = await givenSession(theStore(), queued, last);
      expect(idsOf(await claim("inst_b", placement, { limit: 1 }))).toEqual([free.id]);
    });
  });
}
