import { describe, expect, it } from "vitest";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { givenSession, reread, type TheStore } from "./given.ts";
import { aRequest } from "./records.ts";

const A_MINUTE = 60_000;

export function leasesSuite(theStore: TheStore): void {
  async function givenClaimed(): Promise<SessionRecord> {
    const session = await givenSession(theStore(), { state: { status: "running" } });
    const [claimed] = await theStore().sessions.claim({
      owner: "inst_a",
      leaseMs: A_MINUTE,
      limit: 1,
      placements: [session.placement],
    });
    if (claimed === undefined) throw new Error("Nothing was claimed.");
    const { previous_owner: _, ...held } = claimed;
    return held;
  }
  const leaseOf = ({ id, epoch }: SessionRecord) => ({ session_id: id, epoch });

  describe("a lease", () => {
    it("is prolonged by the owner that holds it in that epoch", async () => {
      const first = await givenClaimed();
      const second = await givenClaimed();
      const leases = [leaseOf(first), leaseOf(second)];
      const renewed = await theStore().sessions.renew("inst_a", leases, 3 * A_MINUTE);
      expect(renewed.toSorted()).toEqual([first.id, second.id].toSorted());
      const lease_until = (await reread(theStore(), first))?.lease_until;
      expect(lease_until).toBeGreaterThan(first.lease_until + A_MINUTE);
      expect(await reread(theStore(), first)).toEqual({ ...first, lease_until });
    });

    it("is not prolonged by another owner, in another epoch, or when it was released", async () => {
      const { sessions } = theStore();
      const held = await givenClaimed();
      const released = await givenClaimed();
      await sessions.save({ ...released, owner: null, lease_until: 0 });
      const deleted = await givenClaimed();
      await sessions.delete(deleted.tenant, deleted.id);
      expect(await sessions.renew("inst_b", [leaseOf(held)], A_MINUTE)).toEqual([]);
      const others = [{ session_id: held.id, epoch: held.epoch + 1 }, leaseOf(released), leaseOf(deleted)];
      expect(await sessions.renew("inst_a", others, A_MINUTE)).toEqual([]);
      for (const other of others) expect(await sessions.renew("inst_a", [other], A_MINUTE)).toEqual([]);
      expect(await sessions.renew("inst_a", [], A_MINUTE)).toEqual([]);
      expect(await reread(theStore(), held)).toEqual(held);
    });

    it("is distinguished by epoch when several are renewed at once", async () => {
      const { sessions } = theStore();
      const first = await givenClaimed();
      const again = await givenClaimed();
      await sessions.save({ ...again, epoch: 7 });
      const leases = [leaseOf(first), leaseOf(again), { session_id: again.id, epoch: 7 }];
      const renewed = await sessions.renew("inst_a", leases, A_MINUTE);
      expect(renewed.toSorted()).toEqual([first.id, again.id].toSorted());
    });

    it("is prolonged beside a transaction that holds one of the rows and then wants another", async () => {
      const { sessions } = theStore();
      const first = await givenClaimed();
      const second = await givenClaimed();
      for (const [held, wanted] of [
        [first, second],
        [second, first],
      ] as const) {
        const renewing: Promise<readonly string[]>[] = [];
        await theStore().transaction(async (repositories) => {
          await repositories.sessions.lock(held.tenant, held.id);
          renewing.push(
            sessions.renew("inst_a", [leaseOf(first), leaseOf(second)], A_MINUTE),
            sessions.renew("inst_a", [leaseOf(held)], A_MINUTE),
          );
          // Gives the renewals the time to come to the row that is held.
          for (let round = 0; round < 20; round++)
            await repositories.sessions.get(held.tenant, held.workspace_id, held.id);
          await repositories.sessions.lock(wanted.tenant, wanted.id);
        });
        const [, alone] = await Promise.all(renewing);
        expect(alone).toEqual([held.id]);
      }
    });

    it("that ran out is still its owner's until another claims the session", async () => {
      const { sessions } = theStore();
      const held = await givenClaimed();
      const late = await givenClaimed();
      await sessions.save({ ...held, lease_until: 1 });
      await sessions.save({ ...late, lease_until: 1 });
      const claim = (placement: string) =>
        sessions.claim({ owner: "inst_b", leaseMs: A_MINUTE, limit: 1, placements: [placement] });

      expect(await sessions.renew("inst_a", [leaseOf(held)], A_MINUTE)).toEqual([held.id]);
      expect(await claim(held.placement)).toEqual([]);

      expect(await claim(late.placement)).toHaveLength(1);
      expect(await sessions.renew("inst_a", [leaseOf(late)], A_MINUTE)).toEqual([]);
    });

    it("of a session that waits for a person is prolonged and makes it no work before the request expires", async () => {
      const { sessions } = theStore();
      const expiry = (await theStore().now()) + 60 * A_MINUTE;
      for (const pending_requests of [[], [aRequest(expiry)]]) {
        const held = await givenClaimed();
        await sessions.save({ ...held, state: { ...held.state, status: "waiting", pending_requests } });
        expect(await sessions.renew("inst_a", [leaseOf(held)], -1)).toEqual([held.id]);
        const options = { owner: "inst_b", leaseMs: A_MINUTE, limit: 1, placements: [held.placement] };
        expect(await sessions.claim(options)).toEqual([]);
      }
    });
  });
}
