import { describe, expect, it } from "vitest";
import type { ClaimOptions } from "../../ports/store.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { givenSession, givenWorkspace, reread, type TheStore } from "./given.ts";
import { aRequest, aTurn, unique } from "./records.ts";

const queued = { state: { status: "queued" } } as const;
const A_MINUTE = 60_000;

export function claimsSuite(theStore: TheStore): void {
  const claim = (placement: string, options: Partial<ClaimOptions> = {}) =>
    theStore().sessions.claim({
      owner: "inst_a",
      leaseMs: A_MINUTE,
      limit: 100,
      placements: [placement],
      ...options,
    });
  /** The time by which leases are measured. */
  async function storeTime(): Promise<number> {
    const session = await givenSession(theStore(), queued);
    const [claimed] = await claim(session.placement, { leaseMs: 0 });
    return claimed?.lease_until ?? 0;
  }
  /** Waits until the store's clock has moved on. */
  async function laterThan(time: number): Promise<number> {
    for (;;) {
      const now = await storeTime();
      if (now > time) return now;
    }
  }
  const idsOf = (sessions: readonly SessionRecord[]) => sessions.map(({ id }) => id);

  describe("a claim", () => {
    it("takes a queued session: its owner, the next epoch and a lease", async () => {
      const session = await givenSession(theStore(), { ...queued, epoch: 4 });
      const [claimed] = await claim(session.placement);
      expect(claimed).toMatchObject({ id: session.id, owner: "inst_a", epoch: 5, attempts: 0 });
      expect(claimed?.lease_until).toBeGreaterThan(A_MINUTE);
      const held = { ...session, owner: "inst_a", epoch: 5, lease_until: claimed?.lease_until };
      expect(claimed).toEqual({ ...held, previous_owner: null });
      expect(await reread(theStore(), session)).toEqual(held);
    });

    it("leaves idle and waiting sessions alone, whoever held them last", async () => {
      const workspace = await givenWorkspace(theStore());
      for (const status of ["idle", "waiting"] as const) {
        await givenSession(theStore(), { state: { status } }, workspace);
        await givenSession(theStore(), { state: { status }, owner: "inst_b", lease_until: 1 }, workspace);
      }
      expect(await claim(workspace.placement)).toEqual([]);
    });

    it("never takes a subagent's session, whatever it does: who holds its parent takes it", async () => {
      const workspace = await givenWorkspace(theStore());
      const parent = { session_id: "ses_1", turn_id: "turn_1", call_id: "call_1" };
      const expired = { status: "waiting", pending_requests: [aRequest(1)] } as const;
      for (const state of [queued.state, { status: "running" } as const, expired]) {
        await givenSession(theStore(), { state, parent }, workspace);
        await givenSession(theStore(), { state, parent, owner: "inst_b", lease_until: 1 }, workspace);
      }
      const held = await givenSession(
        theStore(),
        { ...queued, parent, owner: "inst_b", epoch: 3, lease_until: 1 },
        workspace,
      );
      await theStore().sessions.save({ ...held, name: "renamed" });
      const lease = { session_id: held.id, epoch: 3 };
      expect(await theStore().sessions.renew("inst_b", [lease], A_MINUTE)).toEqual([held.id]);
      expect(await claim(workspace.placement)).toEqual([]);
    });

    it("takes a waiting session at once whose turn is to be interrupted", async () => {
      const request = aRequest((await storeTime()) + A_MINUTE);
      const session = await givenSession(theStore(), queued);
      const turn = aTurn(session.id);
      const state = {
        ...session.state,
        status: "waiting",
        pending_requests: [request],
        current_turn: turn,
      } as const;
      await theStore().sessions.save({ ...session, state });
      expect(await claim(session.placement)).toEqual([]);
      await theStore().sessions.save({ ...session, state, interrupt_turn_id: turn.turn.id });
      expect(idsOf(await claim(session.placement))).toEqual([session.id]);
    });

    it("takes a waiting session when the first of its requests has expired, and not before", async () => {
      const now = await storeTime();
      const waiting = (...expiries: readonly number[]) => ({
        state: { status: "waiting", pending_requests: expiries.map(aRequest) } as const,
      });
      const expired = await givenSession(theStore(), waiting(now + A_MINUTE, now - A_MINUTE));
      const early = await givenSession(theStore(), waiting(now + A_MINUTE));
      const [claimed] = await claim(expired.placement);
      expect(claimed).toMatchObject({ id: expired.id, owner: "inst_a", epoch: 1, attempts: 0 });
      expect(await claim(expired.placement)).toEqual([]);
      expect(await claim(early.placement)).toEqual([]);

      await theStore().sessions.save({ ...early, name: "renamed" });
      expect(await claim(early.placement)).toEqual([]);
      await theStore().sessions.save({ ...early, state: { ...early.state, ...waiting(now - 1).state } });
      expect(idsOf(await claim(early.placement))).toEqual([early.id]);
    });

    it("leaves a waiting session that is held to its holder until the lease runs out", async () => {
      const now = await storeTime();
      const state = { status: "waiting", pending_requests: [aRequest(now - A_MINUTE)] } as const;
      const held = await givenSession(theStore(), { state, owner: "inst_b", lease_until: now + A_MINUTE });
      expect(await claim(held.placement)).toEqual([]);
      const dead = await givenSession(theStore(), { state, owner: "inst_b", lease_until: now - 1 });
      expect(await claim(dead.placement)).toMatchObject([{ id: dead.id, previous_owner: "inst_b" }]);
    });

    it("takes a session at once that has waited and goes on before its requests expired", async () => {
      const expiry = (await storeTime()) + A_MINUTE;
      const state = { status: "waiting", pending_requests: [aRequest(expiry)] } as const;
      const session = await givenSession(theStore(), { state });
      const running = { ...session.state, status: "running", pending_requests: [] } as const;
      await theStore().sessions.save({ ...session, state: running });
      expect(idsOf(await claim(session.placement))).toEqual([session.id]);
    });

    it("never takes a session whose lease is alive, its own owner neither", async () => {
      const session = await givenSession(theStore(), queued);
      await claim(session.placement);
      expect(await claim(session.placement)).toEqual([]);
      expect(await claim(session.placement, { owner: "inst_b" })).toEqual([]);
      expect(await claim(session.placement, { sessionId: session.id })).toEqual([]);
    });

    it("takes a session that was released", async () => {
      const session = await givenSession(theStore(), queued);
      const [held] = await claim(session.placement);
      if (held === undefined) throw new Error("Nothing was claimed.");
      await theStore().sessions.save({ ...held, owner: null, lease_until: 0 });
      const [claimed] = await claim(session.placement, { owner: "inst_b" });
      expect(claimed).toMatchObject({ id: session.id, owner: "inst_b", epoch: 2, previous_owner: null });
    });

    it("takes the longest waiting first, as many as were asked for", async () => {
      const workspace = await givenWorkspace(theStore());
      const ids: string[] = [];
      for (let count = 0; count < 5; count++) {
        ids.push((await givenSession(theStore(), queued, workspace)).id);
      }
      expect(idsOf(await claim(workspace.placement, { limit: 2 }))).toEqual(ids.slice(0, 2));
      expect(idsOf(await claim(workspace.placement, { limit: 0 }))).toEqual([]);
      expect(idsOf(await claim(workspace.placement))).toEqual(ids.slice(2));
    });

    it("goes by how long a session has waited, not by when it began", async () => {
      const workspace = await givenWorkspace(theStore());
      const dead = (lease_until: number) =>
        givenSession(theStore(), { state: { status: "running" }, owner: "inst_b", lease_until }, workspace);
      const since9 = await dead(9);
      const since5 = await dead(5);
      expect(idsOf(await claim(workspace.placement))).toEqual([since5.id, since9.id]);
    });

    it("keeps a session's place when it is saved while it waits, and puts one that is released at the end", async () => {
      const workspace = await givenWorkspace(theStore());
      const early = await givenSession(theStore(), queued, workspace);
      const leaseEnd = await laterThan(await storeTime());
      const late = await givenSession(
        theStore(),
        { state: { status: "running" }, owner: "inst_b", lease_until: leaseEnd },
        workspace,
      );
      await laterThan(leaseEnd);
      const next = await givenSession(theStore(), queued, workspace);
      await theStore().sessions.save({ ...early, next_seq: 9 });
      const claimed = await claim(workspace.placement, { limit: 2 });
      expect(idsOf(claimed)).toEqual([late.id, early.id]);
      await laterThan(await storeTime());

      await theStore().sessions.save({ ...early, epoch: 1 });
      expect(idsOf(await claim(workspace.placement))).toEqual([next.id, early.id]);
    });

    it("stays within its placements", async () => {
      const here = await givenSession(theStore(), queued);
      const there = await givenSession(theStore(), queued);
      expect(await claim(unique())).toEqual([]);
      expect(await claim(here.placement, { placements: [] })).toEqual([]);
      expect(idsOf(await claim(here.placement))).toEqual([here.id]);
      const both = await claim(here.placement, { placements: [here.placement, there.placement] });
      expect(idsOf(both)).toEqual([there.id]);
    });

    it("may be of one session", async () => {
      const workspace = await givenWorkspace(theStore());
      await givenSession(theStore(), queued, workspace);
      const wanted = await givenSession(theStore(), queued, workspace);
      expect(idsOf(await claim(workspace.placement, { sessionId: wanted.id }))).toEqual([wanted.id]);
      expect(await claim(unique(), { sessionId: wanted.id })).toEqual([]);
    });

    it("crosses tenants", async () => {
      const placement = unique();
      const first = await givenSession(theStore(), { ...queued, placement });
      const second = await givenSession(theStore(), { ...queued, placement });
      expect(idsOf(await claim(placement))).toEqual([first.id, second.id]);
    });

    it("shares nothing with another at the same time", async () => {
      const placement = unique();
      for (let count = 0; count < 20; count++) await givenSession(theStore(), { ...queued, placement });
      const owners = ["inst_a", "inst_b", "inst_c"];
      const claims = await Promise.all(owners.map((owner) => claim(placement, { owner, limit: 10 })));
      const rest = await claim(placement, { owner: "inst_d" });
      const ids = idsOf([...claims.flat(), ...rest]);
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
      for (const { previous_owner: _, ...claimed } of claims.flat())
        expect(await reread(theStore(), claimed)).toEqual(claimed);
    });

    it("finds a session that got work while it was held, once it is released", async () => {
      const session = await givenSession(theStore(), { state: { status: "idle" } });
      expect(await claim(session.placement)).toEqual([]);
      await theStore().sessions.save({ ...session, state: { ...session.state, status: "queued" } });
      expect(idsOf(await claim(session.placement))).toEqual([session.id]);
    });
  });
}
